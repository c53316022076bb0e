"""What learners may hand in: for each exercise right answers in several ways, and wrong ones by name."""
