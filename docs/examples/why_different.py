"""Two tools, one list, two numbers: find what makes the difference."""

import rankviz as rv

ranking = rv.Ranking.from_grades([3, 2, 3, 0, 1, 2], missed=[3, 2])

print("trec_eval: ", rv.evaluate("nDCG@6", ranking, profile="trec_eval"))
print("LightGBM:  ", rv.evaluate("nDCG@6", ranking, profile="lightgbm"))

# A report says 0.9488 for this list. What gives that?
print(rv.lookup("nDCG@6", ranking, "0.9488"))
