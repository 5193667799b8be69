from lorewright.core.settings import ReadingSettings, Settings
from lorewright.world import reader_limits


def test_a_file_has_more_time_by_the_clock_than_of_work_for_a_machine_that_is_busy() -> None:
    limits = reader_limits(Settings(reading=ReadingSettings(timeout_s=9.5)))
    assert (limits.cpu_s, limits.wall_s) == (10, 38.0)
