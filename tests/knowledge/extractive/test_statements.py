"""What a sentence is said with so that it can be understood, and what is never said as a sentence."""

import pytest

from tests.knowledge.extractive.answers import BRIDGE, TOWN, answered, first_said, passages, said


def test_a_sentence_that_points_back_is_said_with_the_one_before() -> None:
    first, *_ = answered("When was the Harbour Bridge opened by the governor?", passages(*TOWN))
    assert first.text.startswith("The Harbour Bridge of Port Ellis carries")
    assert "It was opened on 3 May 1932" in first.text
    assert len(first.support) == 1


@pytest.mark.parametrize(
    ("question", "content"),
    [
        (
            "When was the Harbour Bridge of Port Ellis opened?",
            "It was opened on 3 May 1932 by the governor of Port Ellis as its Harbour Bridge.",
        ),
        (
            "What did the Moray mines sell to Port Ellis?",
            "Coal Prices,” and in the reports of the Moray mines. These show that the Moray mines sold coal to Port Ellis.",
        ),
    ],
)
def test_a_sentence_that_points_back_to_nothing_whole_is_not_said(question: str, content: str) -> None:
    assert not said(question, content)


def test_a_connective_is_dropped() -> None:
    content = (
        "The drug has been sold for many years. However, aspirin inhibits two enzymes that make prostaglandins. It is "
        "cheap and is found in most of the pharmacies of the world."
    )
    first = "Aspirin inhibits two enzymes that make prostaglandins."
    assert first_said("What does aspirin inhibit?", content) == first


def test_a_lead_in_is_said_with_its_list_and_never_without() -> None:
    question, lead_in = (
        "What did the shareholders of Ferry vote on?",
        "The shareholders of Ferry voted on these matters:",
    )
    listed = f"Minutes\n\n{lead_in}\n\n- the dividend;\n- the new auditor"
    assert said(question, listed) == [f"{lead_in} the dividend; the new auditor"]
    assert not said(question, f"{lead_in}\n\nFerry sails daily.")


def test_who_signed_is_said_with_what_is_said_above_the_name() -> None:
    content = (
        "To the shareholders of Tarn Foods: The audits of the balance sheets were made with care.\n\n/s/ Halden & Moor LLP\n\n"
        "Boston\n\nWe have served as the Company's auditor since 1990."
    )
    signed = "/s/ Halden & Moor LLP Boston We have served as the Company's auditor since 1990."
    assert first_said("Who audits Tarn Foods?", content) == signed


def test_a_sentence_that_only_points_to_a_table_is_not_said() -> None:
    content = "Voting results of the shareholders of Ferry are presented in Table 2."
    assert not said("What are the voting results of the shareholders of Ferry?", content)


def test_headings_and_questions_are_not_said() -> None:
    content = (
        f"The History of the Harbour Bridge of Port Ellis\n\nWho built the Harbour Bridge of Port Ellis?\n\n{BRIDGE} "
        "The engineer Otto Kern built it."
    )
    found = said("Who built the Harbour Bridge of Port Ellis?", content)
    assert found
    assert not any(text.startswith(("The History", "Who")) for text in found)
