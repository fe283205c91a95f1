from __future__ import annotations

from typing import Any

import pytest

from partie.core.errors import PartieError
from partie.core.parameters import both
from partie.expert import Facts, Firing, OutOfStock, Rule, absent, fact, run, test


def named(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "title": both(name, f"{name} (fr)"),
        "text": both(f"{name} did it.", f"{name} fut."),
    }


def simple(name: str, *when: Any, priority: Any = 0.0, then: Any = None) -> Rule:
    return Rule(**named(name), when=when, then=then or (lambda firing: firing.order(name)), priority=priority)


def ordered(rules: list[Rule], facts: Facts) -> list[Any]:
    return [order.what for order in run(rules, facts).orders]


def test_patterns_bind_variables_and_join() -> None:
    facts = Facts()
    for a, b in (("a", "b"), ("b", "c"), ("b", "b"), ("c", "d")):
        facts.add("edge", a, b)
    assert [f["x"] for f in facts.query("edge", "?x", "?x")] == ["b"]
    assert [f["y"] for f in facts.query("edge", "b", "?y")] == ["c", "b"]
    assert facts.holds("edge", "?", "d")
    assert not facts.holds("edge", "d", "?")
    assert not facts.holds("edge", "a")  # another number of values is another fact
    two = simple(
        "two",
        fact("edge", "?a", "?b"),
        fact("edge", "?b", "?c"),
        then=lambda f: f.order((f["a"], f["b"], f["c"])),
    )
    assert set(ordered([two], facts)) == {
        ("a", "b", "c"), ("a", "b", "b"), ("b", "b", "b"), ("b", "b", "c"), ("b", "c", "d"),
    }  # fmt: skip


def test_a_value_can_be_looked_up() -> None:
    facts = Facts()
    facts.add("cash", "uk", 30)
    assert facts.value("cash", "uk") == 30
    assert facts.value("cash", "usa") is None


def test_rules_chain_through_the_facts_they_add() -> None:
    facts = Facts()
    facts.add("parent", "Ann", "Bob")
    facts.add("parent", "Bob", "Cleo")
    parents = simple(
        "parents", fact("parent", "?x", "?y"), then=lambda f: f.facts.add("ancestor", f["x"], f["y"])
    )
    more = simple(
        "more",
        fact("ancestor", "?x", "?y"),
        fact("parent", "?y", "?z"),
        then=lambda f: f.facts.add("ancestor", f["x"], f["z"]),
    )
    run([parents, more], facts)
    assert facts.holds("ancestor", "Ann", "Cleo")


def test_the_agenda_is_ordered_by_priority_conditions_recency_and_position() -> None:
    facts = Facts()
    for value in (1, 2):
        facts.add("old", value)
    facts.add("new", 3)
    rules = [
        simple("last", fact("old", 1), priority=-1),
        simple("older", fact("old", 1)),
        simple("newer", fact("new", "?")),
        simple("newer too", fact("new", "?")),
        simple("longer", fact("old", 1), fact("old", 2)),
        simple("first", fact("old", 1), priority=5),
    ]
    assert ordered(rules, facts) == ["first", "longer", "newer", "newer too", "older", "last"]


def test_priority_may_depend_on_the_case() -> None:
    facts = Facts()
    for name, worth in (("a", 3), ("b", 8), ("c", 5)):
        facts.add("target", name, worth)
    rule = simple(
        "attack",
        fact("target", "?t", "?worth"),
        priority=lambda b: b["worth"],
        then=lambda f: f.order(f["t"]),
    )
    assert ordered([rule], facts) == ["b", "c", "a"]


def _take_two(firing: Firing) -> None:
    firing.order("half")
    firing.facts.add("done", firing["t"])
    firing.facts.take("unit", 2)
    firing.order(firing["t"])


def test_a_resource_is_taken_once_and_a_refused_rule_changes_nothing() -> None:
    facts = Facts()
    facts.supply("unit", 3)
    for name in ("a", "b"):
        facts.add("target", name)
    rule = simple("attack", fact("target", "?t"), then=_take_two)
    trace = run([rule], facts)
    assert [order.what for order in trace.orders] == ["half", "b"]
    assert facts.left("unit") == 1
    assert facts.stock() == {"unit": 1}
    assert facts.holds("done", "b")
    assert not facts.holds("done", "a")
    (refused,) = trace.of("attack", "refused")
    assert refused.bindings == {"t": "a"}
    assert "unit" in refused.reason["en"]
    assert "sert ailleurs" in refused.reason["fr"]


def test_taking_more_than_is_left_is_an_error_outside_rules() -> None:
    facts = Facts()
    with pytest.raises(OutOfStock, match="0 of unit are left"):
        facts.take("unit")


def _doubtful(firing: Firing) -> None:
    firing.facts.remove("sun", "?")
    firing.facts.supply("rain", 1)
    firing.refuse(both("{who} has no {thing}.", "{who} n’a pas de {thing}."), thing="hat")


def test_a_refusal_gives_its_reason_in_both_languages_and_is_undone() -> None:
    facts = Facts()
    facts.add("sun", "shines")
    facts.add("person", "Ann")
    trace = run([simple("walk", fact("person", "?who"), then=_doubtful)], facts)
    (step,) = trace.steps
    assert step.reason == {"en": "Ann has no hat.", "fr": "Ann n’a pas de hat."}
    assert facts.holds("sun", "shines")
    assert facts.stock() == {}
    assert not trace.orders


def test_tests_and_absences_give_their_reasons() -> None:
    facts = Facts()
    facts.add("city", "Rome", 3)
    facts.add("city", "Bonn", 1)
    facts.add("closed", "Rome")
    rule = simple(
        "visit",
        fact("city", "?c", "?stars"),
        absent("closed", "?c", because=both("{c} is closed.", "{c} est fermée.")),
        test(
            lambda facts, b: b["stars"] > 2,
            because=both("{c} has only {stars}.", "{c} n’en a que {stars}."),
        ),
    )
    trace = run([rule], facts)
    assert {step.bindings["c"]: step.reason["fr"] for step in trace.of("visit", "refused")} == {
        "Bonn": "Bonn n’en a que 1.",
        "Rome": "Rome est fermée.",
    }
    assert not trace.orders


def test_a_rule_may_make_the_condition_of_another_one_true() -> None:
    facts = Facts()
    facts.add("closed", "Rome")
    facts.add("day", 2)
    opening = simple("open", fact("day", "?"), then=lambda f: f.facts.remove("closed", "?"))
    visit = simple("visit", absent("closed", "?", because=both("Closed.", "Fermé.")), priority=9)
    trace = run([visit, opening], facts)
    assert [order.what for order in trace.orders] == ["visit"]
    assert not trace.of("visit", "refused")


def test_rules_that_never_applied_name_the_missing_fact() -> None:
    facts = Facts()
    facts.add("a", 1)
    trace = run([simple("r", fact("a", "?x"), fact("b", "?x", "?"))], facts)
    (step,) = trace.steps
    assert step.verdict == "waiting"
    assert step.reason == {"en": "Nothing fits b(?x, ?).", "fr": "Rien ne correspond à b(?x, ?)."}
    assert trace.lines("fr") == ["r (fr) : sans objet. Rien ne correspond à b(?x, ?)."]


def test_values_have_names_in_sentences() -> None:
    facts = Facts()
    facts.add("at", 7)
    names = {7: both("Germany", "Allemagne")}
    rule = Rule(
        "go",
        both("Go", "Aller"),
        both("Go to {place}.", "Aller en {place}."),
        (fact("at", "?place"),),
        lambda f: f.order(f["place"]),
    )
    trace = run([rule], facts, words=lambda value: names.get(value, value))
    assert trace.orders[0].text["fr"] == "Aller en Allemagne."
    assert trace.lines("fr") == ["Aller : appliquée. Aller en Allemagne. [at(Allemagne)]"]
    assert trace.lines() == ["Go: applied. Go to Germany. [at(Germany)]"]


def test_rules_that_do_not_terminate_are_stopped() -> None:
    facts = Facts()
    facts.add("n", 0)

    def count(firing: Firing) -> None:
        firing.facts.remove("n", "?")
        firing.facts.add("n", firing["n"] + 1)

    with pytest.raises(PartieError, match="do not terminate"):
        run([simple("count", fact("n", "?n"), then=count)], facts)
