"""What two people say of some texts: material by extraction, put in order and to length, and written as it is spoken."""
