"""What everything else stands on: errors, limits, and reading and escaping what somebody else wrote."""
