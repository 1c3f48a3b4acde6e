"""Words without a meaning of their own, which say nothing about how rare the words of a sentence are."""

from __future__ import annotations

_FRENCH = """
a ai aie aient ait alors as au aucun aucune auquel aura aurait aussi autre autres aux auxquels avaient avais avait
avant avec avez avoir avons ayant c car ce ceci cela celle celles celui cependant ces cet cette ceux chacun chacune
chaque chez ci comme comment d dans de depuis des donc dont du durant elle elles en encore entre es est et eu eut eux
eût fait furent fut fût hors il ils j je jusqu jusque l la laquelle le lequel les lesquelles lesquels leur leurs lors
lorsque lui là m ma mais me mes moi moins mon même mêmes n ne ni non nos notre nous on ont or ou où par parce pas
pendant peu plus pour pourquoi puis puisque qu quand que quel quelle quelles quelqu quelque quelques quels qui quoi
quoique s sa sans se sera serait ses si sien sienne soi soient sois soit sommes son sont sous suis sur t ta tandis te
tel telle telles tels tes toi ton tous tout toute toutes trop très tu un une vers voici voilà vos votre vous vu y à ça
étaient étais était étant été êtes être
"""
_ENGLISH = """
a about above after again against all also am an and any are aren as at be because been before being below between
both but by can cannot could couldn d did didn do does doesn doing don down during each either every few for from
further had hadn has hasn have haven having he her here hers herself him himself his how however i if in into is isn
it its itself just ll m me might mine more most must mustn my myself neither no nor not now of off on once only or
other others ought our ours ourselves out over own per re s same shall shan she should shouldn since so some such t
than that the their theirs them themselves then there these they this those though through to too toward towards under
until up upon us ve very was wasn we were weren what when where whether which while who whom whose why will with
within without won would wouldn yet you your yours yourself yourselves
"""
FUNCTION_WORDS = {"fr": frozenset(_FRENCH.split()), "en": frozenset(_ENGLISH.split())}
"""By language; another language has none, and all words count."""
