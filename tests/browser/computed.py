"""What a lab must show, computed with NumPy alone from what its controls say on the page.

For each kind of lab one function, such as `of_roles` for roles_lab(): it reads the controls, computes, and
yields what a number is, the texts on the screen, and the numbers that they must be. What a lab is given comes
from the course: vectors, codes, words, and how many random numbers it draws. What it makes of them does not.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from playwright.sync_api import Locator

from helpers.embeddings import load_vectors, tokenize
from helpers.examples import FOUR_WORDS, FOUR_X, load_examples
from helpers.labs import challenge, grid, scaling, steps
from helpers.labs.heads.token_codes import KINDS, codes, maps
from helpers.labs.learning import runs
from helpers.learning import Adam, Batch, Parameters, new_head, train

from .learner import READ_BARS, READ_LINKS, READ_TABLE, controls, sentence, texts

Found = Iterator[tuple[str, Any, Any]]


def disagreements(lab: Locator, kind: str) -> list[str]:
    """Where a lab does not show what its controls give; `kind` is such as `roles` for roles_lab()."""
    compute = globals().get(f"of_{kind}")
    assert compute, f"tests/browser/computed.py must say what the numbers of {kind}_lab() are: of_{kind}(lab)"
    found = []
    for what, seen, wanted in compute(lab):
        seen, wanted = [str(text) for text in np.ravel(seen)], np.ravel(wanted)
        if len(seen) != len(wanted):
            found.append(f"{what}: {len(seen)} numbers, not {len(wanted)}")
        found += [
            f"{what}: {text}, not {number:.4f}"
            for text, number in zip(seen, wanted, strict=False)
            if not rounded(text, number)
        ]
    return found


def rounded(text: str, number: float) -> bool:
    """Is a text this number, rounded to as many decimals as it has?"""
    decimals = len(text.partition(".")[2])
    return abs(value(text) - number) <= 0.5 * 10**-decimals + 1e-6 * max(1, abs(number))


def value(text: str) -> float:
    """A number as the page writes it: with a true minus, and a space for thousands."""
    return float(text.replace("\N{MINUS SIGN}", "-").replace(" ", ""))


def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def unit(X):
    """Each row with length 1; a row of zeros stays."""
    lengths = np.linalg.norm(X, axis=-1, keepdims=True)
    return X / np.where(lengths > 0, lengths, 1)


def table(lab: Locator, title: str, coloured: bool) -> dict[str, list[str]]:
    """{row: its texts} of the rows with or without colour."""
    seen = lab.evaluate(READ_TABLE, title)
    return {name: cells for name, cells, is_coloured in seen["rows"] if is_coloured == coloured}


def two_by_two(said: dict[str, Any], name: str):
    return np.array([[value(said[f"{name}[{i},{j}]"]) for j in range(2)] for i in range(2)])


def divisor(said: dict[str, Any], d_k: int) -> float:
    """What the choice "divide by" names."""
    return {"nothing": 1.0, "sqrt(d_k)": float(np.sqrt(d_k)), "d_k": float(d_k)}[said["divide by"]]


def shares(lab: Locator) -> list[tuple[str, str]]:
    """(percent, word) as the sentence has them: "47 % money"."""
    return re.findall(r"(\d+) % ([^\s.,;]+(?: \(\d+\))?)", sentence(lab))


# --- the labs -------------------------------------------------------------------------------------


def of_two_vectors(lab: Locator) -> Found:
    said = controls(lab)
    a, b = ([value(said[f"{word} {axis}"]) for axis in "xy"] for word in ("money", "bank"))
    (length_a, length_b), dot = np.linalg.norm([a, b], axis=1), np.dot(a, b)
    wanted = {"length money": length_a, "length bank": length_b, "dot product": dot}
    if length_a and length_b:
        cosine = dot / length_a / length_b
        wanted |= {"cosine": cosine, "angle in °": np.degrees(np.arccos(np.clip(cosine, -1, 1)))}
    seen = table(lab, "in numbers", coloured=False)
    yield "rows", len(seen), len(wanted)
    for row, number in wanted.items():
        yield row, seen[row], number


def of_word_map(lab: Locator) -> Found:
    X, known = load_vectors().embed(tokenize(controls(lab)["words"]))
    assert known.all(), "for these tests type words that have vectors"
    yield "cosine", [*table(lab, "cosine", coloured=True).values()], unit(X) @ unit(X).T


def of_contextual(lab: Locator) -> Found:
    said = controls(lab)
    if "sentence" in said:
        X, known = load_vectors().embed(tokenize(said["sentence"]))
        assert known.all(), "for these tests type words that have vectors"
    else:
        names = [label[:-2] for label in said if label.endswith(" x")]
        X = np.array([[value(said[f"{name} {axis}"]) for axis in "xy"] for name in names])
    D = unit(X) if said.get("compare by") == "direction only" else X
    scores = D @ D.T / value(said.get("temperature", "1"))
    weights = softmax(scores)
    seen = table(lab, "weights", coloured=True)
    yield "weights", [*seen.values()], weights
    words, asks = list(seen), said["who asks"]
    row = words.index(asks)
    yield f"scores of {asks}", [*table(lab, "weights", coloured=False).values()], scores[row]
    for percent, word in shares(lab):
        if word != "of":  # "and 12 % of the others"
            yield f"share of {word} in the sentence", percent, 100 * weights[row, words.index(word)]


def of_grid(lab: Locator) -> Found:
    X, new = grid.X, grid.X @ two_by_two(controls(lab), "W")
    across, along = X[:, 0] * new[:, 1] - X[:, 1] * new[:, 0], (X * new).sum(axis=1)
    there = np.linalg.norm(new, axis=1) > 1e-12
    turns = np.where(there, np.degrees(np.arctan2(across, along)), 0)
    wanted = np.column_stack([np.linalg.norm(X, axis=1), np.linalg.norm(new, axis=1), turns])
    seen = np.array([*table(lab, "each word", coloured=False).values()])
    yield "lengths", seen[:, :2], wanted[:, :2]
    half = np.isclose(np.abs(turns), 180)  # to the left or to the right is the same
    yield "turns", np.where(half, np.char.lstrip(seen[:, 2], "-"), seen[:, 2]), np.where(half, 180, turns)


def of_roles(lab: Locator) -> Found:
    said = controls(lab)
    Q, K, V = (FOUR_X @ two_by_two(said, name) for name in ("W_Q", "W_K", "W_V"))
    weights = softmax(Q @ K.T / np.sqrt(2))
    row = FOUR_WORDS.index(said["who asks"])
    yield "weights", [*table(lab, "weights", coloured=True).values()], weights
    above = table(lab, "weights", coloured=False)
    yield "q · k", above["q · k"], Q[row] @ K.T
    yield "scores", above["/ √2"], Q[row] @ K.T / np.sqrt(2)
    output = re.search(r"Its output is \((.+), (.+)\)", sentence(lab))
    yield "output", output.groups() if output else (), weights[row] @ V


def of_it_reads(lab: Locator) -> Found:
    said, given = controls(lab), load_examples()["E5"]["inputs"]
    K = np.array([*given["keys"].values()])
    words = list(given["keys"])
    K[words.index("animal"), 1] = value(said["animal[1]"])
    query = np.array(given["queries"]["it"]) * [value(said[f"W_Q[{i},{i}]"]) for i in range(3)]
    bars = dict(lab.evaluate(READ_BARS, "weights of it"))
    yield "weights", [bars[word] for word in words], softmax(K @ query / np.sqrt(3))


def of_challenge(lab: Locator) -> Found:
    said, X = controls(lab), challenge.X
    tied = said["W_K must be the same as W_Q"]
    W_Q = two_by_two(said, "W" if tied else "W_Q")
    W_K = W_Q if tied else two_by_two(said, "W_K")
    scores = X @ W_Q @ (X @ W_K).T / np.sqrt(2)
    weights, target = softmax(scores), challenge.TARGETS[said["to read"]]
    yield "your weights", [*table(lab, "your weights", coloured=True).values()], weights
    yield "your scores", [*table(lab, "your weights", coloured=False).values()], scores
    yield "wanted", [*table(lab, "wanted", coloured=True).values()], target
    percent = re.match(r"(\d+) % of the reading", sentence(lab))
    yield "wrong", percent.groups() if percent else (), 100 * np.abs(weights - target).sum() / 8


def of_softmax(lab: Locator) -> Found:
    said = controls(lab)
    others = ("temperature", "words", "add 100 to all", "subtract the largest first")
    words = [label for label in said if label not in others]
    scores = np.array([value(said[word]) for word in words]) + 100 * said["add 100 to all"]
    given = (scores - scores.max() * said["subtract the largest first"]) / value(said["temperature"])
    yield "words", said["words"], len(words)
    yield "what exp gets", [table(lab, "exp gets", coloured=False)[word] for word in words], given
    bars = dict(lab.evaluate(READ_BARS, "share"))
    yield "shares", [bars[word] for word in words], softmax(given)


def of_steps(lab: Locator) -> Found:
    said = controls(lab)
    d_k = int(value(said["d_k"]))
    shape = (2, steps.WALKERS, steps.SIZES[-1])
    q, k = np.random.default_rng(int(said["seed"])).standard_normal(size=shape, dtype=np.float32)
    spread = float(np.sqrt(np.mean((q * k)[:, :d_k].sum(axis=1, dtype=float) ** 2)))
    after = re.match(r"After (.+) products? the sums spread (.+) around 0", sentence(lab))
    yield "the sentence", after.groups() if after else (), [d_k, spread]
    by = divisor(said, d_k)
    note = next(text for text in texts(lab) if text.startswith("spread ") and "%" in text)
    yield "spread of the chart", re.match(r"spread (\S+);", note)[1], spread / by


def of_scaling(lab: Locator) -> Found:
    said = controls(lab)
    d_k = int(value(said["d_k"]))
    size = (2, scaling.MANY, scaling.SIZES[-1])
    Q, K = np.random.default_rng(int(said["seed"])).normal(size=size)[:, :, :d_k]
    by = divisor(said, d_k) * value(said["temperature"])
    scores = Q @ K.T / by
    bars = dict(lab.evaluate(READ_BARS, "weights of cat"))
    n = len(bars)
    weights = softmax(scores[list(bars).index("cat"), :n])
    yield "weights", [*bars.values()], weights
    spread = re.match(r"The scores spread (\S+) around 0", sentence(lab))
    yield "spread", spread.groups() if spread else (), np.sqrt(np.mean(scores**2))
    entropy = -np.sum(weights * np.log(np.maximum(weights, 1e-300)))
    slopes = np.diag(weights) - np.outer(weights, weights)
    numbers = [entropy, np.exp(entropy), np.linalg.norm(slopes), np.linalg.norm(slopes @ K[:n] / by)]
    yield "in numbers", [*table(lab, "in numbers", coloured=False).values()], numbers


def of_heads(lab: Locator) -> Found:
    said = controls(lab)
    tokens = tokenize(said["sentence"])
    X = codes(list(tokens), np.zeros((len(tokens), 2)))  # no head asks for the meaning
    for h in range(1, int(said["heads"]) + 1):
        W_Q, W_K = maps(next(kind for kind in KINDS if said[f"head {h}"] in kind))
        weights = softmax(value(said["sharpness"]) * (X @ W_Q) @ (X @ W_K).T / np.sqrt(2))
        seen = lab.evaluate(READ_LINKS, f"head {h}")
        words = [word for word, _ in seen["read"]]
        yield f"head {h}", [text for _, text in seen["read"]], weights[words.index(said["who asks"])]


def of_learning(lab: Locator) -> Found:
    """The course says how a head begins and learns; what it then reads and chooses is computed here."""
    written = "\n".join(texts(lab, "it reads"))
    task, rate = re.search(r"^(.+), \d+ steps?, rate ([\d. ]+)", written, re.MULTILINE).groups()
    d_k, divided, seed = re.search(r"^d_k (\d+), (not )?divided, seed (\d+)", written, re.MULTILINE).groups()
    if sentence(lab).startswith("Not trained yet"):  # else the settings are those of the run
        hands = controls(lab)
        settings = {"seed": seed, "d_k": d_k, "rate": rate}
        yield "the settings", [*settings.values()], [value(hands[name]) for name in settings]
    step, most, right = re.search(
        r"(?:After (\d+) steps?|At the start) it reads (\d+) % .+?, and (\d+) %", sentence(lab)
    ).groups()
    head = learned(task, int(step or 0), value(rate), int(d_k), not divided, int(seed))
    learn, test = (part.batch for part in runs.data()[task])
    weights, logits = attend(head, test, not divided)
    read = weights.mean(axis=0)
    yield "what it reads", [text for _, text in lab.evaluate(READ_BARS, "it reads")], read
    kinds = np.array(runs.kinds_of_words())
    yield "the most", [most], 100 * max(read[kinds == kind].sum() for kind in kinds)
    new = np.mean(logits.argmax(axis=-1) == test.y)
    yield "right", [right], 100 * new
    _, logits = attend(head, learn, not divided)
    loss = -np.log(softmax(logits)[np.arange(len(learn.y)), learn.y]).mean()
    known = np.mean(logits.argmax(axis=-1) == learn.y)
    wanted = {"loss": loss, "right, learned": known, "right, new words": new}
    key = [text.split(" (dashed")[0] for text in texts(lab, "loss and") if ": " in text]
    said = dict(text.split(": ") for text in key)  # of a kept run the numbers are in brackets
    yield "the curves", [said[name] for name in wanted], [*wanted.values()]


@lru_cache(maxsize=64)
def learned(task: str, step: int, rate: float, d_k: int, divided: bool, seed: int) -> Parameters:
    """The head of this seed after so many steps of learning; numbers of the course."""
    learn, _ = runs.data()[task]
    head = new_head(np.random.default_rng(seed), learn.batch.X.shape[-1], d_k, len(learn.choices))
    if step == 0:
        return head
    return [*train(head, learn.batch, Adam(rate), step, scaled=divided, every=step)][-1].parameters


def attend(head: Parameters, batch: Batch, divided: bool) -> tuple[Any, Any]:
    """The weights of all sentences, and the scores of the choices."""
    assert batch.mask is None
    X, asks = batch.X, batch.X[np.arange(len(batch.X)), batch.asks]
    scores = np.einsum("nd,ntd->nt", asks @ head["W_Q"], X @ head["W_K"])
    weights = softmax(scores / (np.sqrt(head["W_Q"].shape[1]) if divided else 1))
    return weights, np.einsum("nt,ntd->nd", weights, X @ head["W_V"]) @ head["W_R"] + head["b"]
