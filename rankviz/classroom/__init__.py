"""A class: a room with phones, what is asked there, and what the bars of the answers are called. Pure, without a sentence."""
