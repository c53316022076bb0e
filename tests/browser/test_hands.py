"""No move is ever lost, and every control obeys keyboard and mouse: all sliders, choices, boxes of all labs.

A key is held as a keyboard does it: so many presses a second, by the page's own clock. That is the pace of
the hand, no waiting for a result. What must be seen then is computed, see computed.py.
"""

from contextlib import contextmanager
from functools import partial

import pytest

from tools.browser import NOTEBOOK, kernel_says, take, until
from tools.own_copy import FOLDER

from .computed import disagreements
from .learner import (
    NOTEBOOKS,
    complaint,
    controls,
    every_slider,
    handle_of,
    kind_of,
    lab_named,
    label_of,
    labs_of,
    picture,
    press,
    readout_of,
    settled,
    shown,
    sliders,
    type_into,
    typing,
)

LABS = [lab for number in NOTEBOOKS for lab in labs_of(number)]
WITH_SLIDERS = [lab for lab in LABS if lab != "01-word_map"]  # it has a line of text, nothing to slide
every_lab = pytest.mark.parametrize("number", LABS)
every_lab_with_sliders = pytest.mark.parametrize("number", WITH_SLIDERS)

RATES = {5: 5, 10: 7, 20: 12, 30: 16, 60: 30}  # presses a second of a held key: so many presses
USUAL = 30
# A choice that says what the presets do: no number changes with it.
NOT_IN_THE_PICTURE = {"put it into"}

# --- a slider, as the page has it -----------------------------------------------------------------

FACTS = """slider => {
    const part = css => slider.querySelector(css), handle = part('.noUi-handle');
    const middle = box => box.x + box.width / 2;
    const {range, step} = part('.noUi-target').noUiSlider.options;
    const rail = part('.noUi-base').getBoundingClientRect();
    return {
        value: Number(handle.getAttribute('aria-valuetext')), now: handle.getAttribute('aria-valuenow'),
        least: range.min, most: range.max, step, said: part('.widget-readout').textContent,
        left: rail.left, width: rail.width, handle: middle(handle.getBoundingClientRect()),
    };
}"""

# Remember every value of a handle from now on; what they were.
WATCH = """handle => {
    const name = 'aria-valuetext', seen = [handle.getAttribute(name)];
    const note = records => seen.push(...records.map(record => record.oldValue));
    const watch = new MutationObserver(note);
    watch.observe(handle, {attributeFilter: [name], attributeOldValue: true});
    window.courseSeen = () => {
        note(watch.takeRecords());
        watch.disconnect();
        return [...seen, handle.getAttribute(name)].map(Number);
    };
}"""
SEEN = "() => window.courseSeen()"

# A held key: presses at a pace, on whatever has the focus, as long as it is the handle. How many there were.
HOLD = """async (handle, [keys, times, rate]) => {
    handle.focus();
    for (let done = 0; done < times; done++) {
        if (document.activeElement !== handle) return done;
        const key = keys[done % keys.length];
        handle.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, repeat: done > 0}));
        await new Promise(next => setTimeout(next, 1000 / rate));
    }
    return times;
}"""


def facts(one):
    """The value of a slider, its limits and step, its number, and where its rail and handle are."""
    return one.evaluate(FACTS)


def going(one):
    """The key that brings a slider on to its farther end, and which way that is."""
    now = facts(one)
    below = now["value"] - now["least"] <= now["most"] - now["value"]
    return ("ArrowRight", 1) if below else ("ArrowLeft", -1)


@contextmanager
def watched(one, way, found):
    """Meanwhile the value goes one way only, if at all, also after the kernel has answered."""
    handle_of(one).evaluate(WATCH)
    yield
    values = one.page.evaluate(SEEN)
    if any((after - before) * way < -1e-9 for before, after in zip(values, values[1:], strict=False)):
        found.append(f"went back: {values}")


def unlike(one, value):
    """What of a slider does not say this value: its handle, or the number beside it."""
    now = facts(one)
    if abs(now["value"] - value) > now["step"] / 100:
        return [f"it is {now['value']:g}, not {value:g}"]
    found = []
    if abs(float(now["now"]) - now["value"]) > 0.05 + 1e-9:  # it is rounded to one decimal
        found.append(f"its handle says {now['now']} and {now['value']}")
    if now["step"] < 1 and now["said"].replace("\N{MINUS SIGN}", "-") != f"{round(value, 2) + 0.0:.2f}":
        found.append(f"its number is {now['said']}, not {value:.2f}")
    return found


def hold(one, key, way, times, rate):
    """Hold a key down; what is then not as if each press had moved the slider by one step."""
    began, found = facts(one), []
    with watched(one, way, found):
        done = handle_of(one).evaluate(HOLD, [[key], times, rate])
        settled(lab_around(one))
    if done != times:
        found.append(f"lost the focus after {done} presses")
    moved = began["value"] + way * times * began["step"]
    found += unlike(one, min(max(moved, began["least"]), began["most"]))
    name = f"{label_of(one)!r}, {times} x {key} from {began['value']:g}, {rate} a second"
    return [f"{name}: {what}" for what in found]


def lab_around(one):
    return one.locator("xpath=ancestor::*[contains(concat(' ', @class, ' '), ' sa-lab ')]")


# --- no move is ever lost -------------------------------------------------------------------------


@every_lab_with_sliders
def test_no_press_of_a_held_key_is_lost(lab, number):
    found = []
    for place, one in enumerate(every_slider(lab)):
        for rate in [USUAL] if place else RATES:
            found += hold(one, *going(one), RATES[rate], rate)
            found += disagreements(lab, kind_of(number))
        if place == 0:
            for key in ("End", "ArrowLeft", "ArrowLeft"):
                handle_of(one).press(key)
            settled(lab)
            found += hold(one, "ArrowRight", 1, 6, 60)  # beyond the end
            found += disagreements(lab, kind_of(number))
    assert not found, "\n".join(found)


@every_lab_with_sliders
def test_a_drag_ends_where_the_mouse_lets_go(lab, number):
    found = []
    for one in every_slider(lab):
        _, way = going(one)
        found += [f"{label_of(one)!r}: {what}" for what in drag(lab, one, way)]
        found += disagreements(lab, kind_of(number))
    assert not found, "\n".join(found)


def drag(lab, one, way):
    """Draw a handle near to one end with the mouse; what is then wrong."""
    mouse, found, before = lab.page.mouse, [], picture(lab)
    with watched(one, way, found):
        x, y = take(handle_of(one))
        began = facts(one)
        goal = began["left"] + began["width"] * (0.83 if way > 0 else 0.17)
        for share in (0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 1):
            mouse.move(x + (goal - x) * share, y)
        until(lab.page, lambda: picture(lab) != before, "the picture changes while the mouse is held")
        mouse.up()
        at_once = facts(one)
        settled(lab)
    now = facts(one)
    if (now["value"], now["said"]) != (at_once["value"], at_once["said"]):
        found.append(f"it was {at_once['said']} when the mouse let go, and {now['said']} later")
    steps = (now["most"] - now["least"]) / now["step"]
    share = (now["handle"] - now["left"]) / now["width"]
    found += unlike(one, now["least"] + round(share * steps) * now["step"])
    if abs(now["handle"] - goal) > 0.5 * now["width"] / steps + 1.5:
        found.append(f"its handle lies {now['handle'] - goal:.1f} px from the mouse")
    return found


# --- keyboard and mouse on every control ----------------------------------------------------------


@every_lab_with_sliders
def test_every_slider_obeys_keys_and_a_click(lab, number):
    """The first slider obeys each key. The others are held and brought to both ends by other tests."""
    found = []
    for place, one in enumerate(every_slider(lab)):
        now, name = facts(one), label_of(one)
        least, most, step = now["least"], now["most"], now["step"]
        keys = (("Home", "ArrowRight", least + step), ("End", "ArrowLeft", most - step))
        for end, key, value in () if place else keys:
            found += after(lab, number, f"{name!r}, {end}, {key}", partial(strike, one, end, key))
            found += [f"{name!r}, {end}, {key}: {what}" for what in unlike(one, value)]
        here = (facts(one)["handle"] - now["left"]) / now["width"]
        there = 0.4 if abs(here - 0.4) > 0.1 else 0.7  # a click on the handle itself moves nothing
        found += after(lab, number, f"{name!r}, a click", partial(click, one, there))
        now, steps = facts(one), (most - least) / step
        clicked = round((now["value"] - least) / step)
        if abs(clicked - there * steps) > 0.5 + 1.5 * steps / now["width"]:
            found.append(f"{name!r}: a click at {there} of the track gives {now['said']}")
    assert not found, "\n".join(found)


def strike(one, *keys):
    for key in keys:
        handle_of(one).press(key)


def click(one, share):
    """Click on the track."""
    now, box = facts(one), one.locator(".noUi-base").bounding_box()
    one.page.mouse.click(now["left"] + share * now["width"], box["y"] + box["height"] / 2)


def after(lab, number, name, act):
    """Do something to a control; what is then wrong."""
    before, seen = controls(lab), picture(lab)
    act()
    now = settled(lab)
    changed = [label for label, said in controls(lab).items() if before.get(label) != said]
    found = [what for what in [complaint(lab)] if what] + disagreements(lab, kind_of(number))
    if set(changed) - NOT_IN_THE_PICTURE and now == seen:
        found.append("the picture stays the same")
    return [f"{name}: {what}" for what in found]


@every_lab
def test_every_choice_box_and_line_obeys_keys_and_mouse(lab, number):
    found = []
    for one in shown(lab, ".sa-choice"):
        press(lab, "Reset")
        settled(lab)
        found += choose_all(lab, number, one)
    for box in shown(lab, "input[type=checkbox]"):
        press(lab, "Reset")
        settled(lab)
        for hand, act in (("Space", partial(box.press, "Space")), ("a click", box.click)):
            was = box.is_checked()
            found += after(lab, number, f"{hand} on a box", act)
            if box.is_checked() == was:
                found.append(f"{hand} does not tick or untick a box")
    for line in shown(lab, "input[type=text]"):
        press(lab, "Reset")
        settled(lab)
        for text in ("the river bank", "dogs like cold rain and snow"):
            before = picture(lab)
            found += after(lab, number, f"{text!r}", partial(type_into, line, text))
            if picture(lab) == before:
                found.append(f"{text!r} changes nothing")
    assert not found, "\n".join(found)


def choose_all(lab, number, one):
    """Press the buttons of a choice, in turn with the space bar and the mouse; the chosen one comes last.

    Of many, two and the chosen one.
    """
    name, found = label_of(one), []
    buttons = one.locator("button.sa-pick").all()
    texts = [button.text_content() for button in buttons]
    first = texts.index(one.locator(".sa-chosen").text_content()) + 1
    places = [(first + turn) % len(buttons) for turn in range(len(buttons))]
    for turn, place in enumerate(places if len(places) < 5 else [*places[:2], places[-1]]):
        button, hand = buttons[place], "a click" if turn % 2 else "Space"
        act = button.click if turn % 2 else partial(button.press, "Space")
        found += after(lab, number, f"{name!r}, {hand} on {texts[place]!r}", act)
        chosen = one.locator(".sa-chosen").all_text_contents()
        if chosen != [texts[place]]:
            found.append(f"{name!r}: {hand} on {texts[place]!r} chooses {chosen}")
        if not button.evaluate("button => button === document.activeElement"):
            found.append(f"{name!r}: after {hand} {texts[place]!r} has lost the focus")
    return found


@every_lab
def test_save_says_how_and_it_works(lab, notebook, desk):
    before, note = picture(lab), lab.get_by_role("note")
    press(lab, "Save ...")
    until(lab.page, lambda: note.count() == 1, "it says how")
    said, code = note.text_content(), note.locator("code").all_text_contents()
    if "First give this lab a name" not in said:
        numbers, save = code
        assert int(kernel_says(lab.page, f"print(len({numbers}))")) > 0
        file = desk.folder / FOLDER / "picture.svg"
        kernel_says(lab.page, save)
        assert "<svg" in file.read_text(encoding="utf-8")
        file.unlink()
    press(lab, "Save ...")
    until(lab.page, lambda: note.count() == 0, "it says nothing any more")
    assert settled(lab) == before


TIP = "A number can be typed too, with a point: 1.5"


@every_lab_with_sliders
def test_a_typed_number_counts_and_a_typed_word_does_not(lab, number):
    """What is typed beside a slider counts if it is a number, and else does not stay."""
    found, tried = [], False
    for one in every_slider(lab):
        box, name, now = readout_of(one), label_of(one), facts(one)
        over_numbers = one.locator(".widget-label").get_attribute("title") == TIP
        if now["step"] < 1 and not over_numbers:
            found.append(f"{name!r}: nothing says that a number needs a point")
        if (over_numbers and tried) or not can_be_typed_into(box):
            continue
        value, said, texts = now["value"], now["said"], ["abc"]
        if over_numbers:
            tried, text, value = True, *(("1.5", 1.5) if now["step"] < 1 else ("7", 7))
            texts, said = [text, "abc"], f"{value:.2f}" if now["step"] < 1 else text
        for text in texts:
            type_into(box, text)
            settled(lab)
            found += [f"{name!r}, {text!r} typed: {what}" for what in unlike(one, value)]
            if box.text_content() != said:
                found.append(f"{name!r}, {text!r} typed: it says {box.text_content()!r}, not {said!r}")
        if not found:
            found += disagreements(lab, kind_of(number))
    assert tried and not found, "\n".join(found)


def can_be_typed_into(box):
    """Does a click into it bring the focus there?"""
    box.scroll_into_view_if_needed()
    its = box.bounding_box()
    box.page.mouse.click(its["x"] + its["width"] / 2, its["y"] + its["height"] / 2)
    return box.evaluate("box => box === document.activeElement")


@every_lab
def test_no_tip_says_null(lab):
    """What is shown beside the mouse when it rests on something."""
    for fields in (False, True):
        with typing(lab, fields):
            tips = lab.evaluate(
                """lab => [...lab.querySelectorAll('[title]')].filter(one => one.getClientRects().length)
                    .map(one => [one.textContent, one.title])"""
            )
            assert [text for text, tip in tips if tip == "null"] == []


# --- over time ------------------------------------------------------------------------------------

SEVERAL = [number for number in NOTEBOOKS if len(labs_of(number)) > 1]


@pytest.mark.parametrize("number", SEVERAL)
def test_a_lab_leaves_the_others_alone(notebook, number):
    labs = {name: lab_named(notebook.page, name) for name in labs_of(number)}
    for lab in labs.values():
        press(lab, "Reset")
        settled(lab)
    for name, lab in labs.items():
        others = {other: (settled(it), controls(it)) for other, it in labs.items() if other != name}
        before = picture(lab)
        change(lab)
        assert settled(lab) != before
        for other, seen in others.items():
            assert (settled(labs[other]), controls(labs[other])) == seen, f"{name} has moved {other}"


def change(lab):
    """Do something that changes a picture."""
    slider = next(iter(sliders(lab)), None)
    if slider is None:
        type_into(lab.locator("input[type=text]"), "river lake sea")
    else:
        handle_of(slider).press(going(slider)[0])


# Run the cell of a lab again.
RUN_AGAIN = f"""(lab => {{
    const notebook = {NOTEBOOK}.content, cell = lab.closest('.jp-Cell');
    notebook.activeCellIndex = notebook.widgets.findIndex(one => one.node === cell);
    notebook.deselectAll();
    return jupyterapp.commands.execute('notebook:run-cell');
}})"""
# Count the new pictures of all labs from now on; how many there were.
COUNT = """() => {
    let pictures = 0;
    const note = records => records.forEach(record => record.addedNodes.forEach(node => {
        if (node.matches?.('.sa-columns') || node.querySelector?.('.sa-columns')) pictures++;
    }));
    const watch = new MutationObserver(note);
    watch.observe(document.body, {childList: true, subtree: true});
    window.coursePictures = () => {
        note(watch.takeRecords());
        watch.disconnect();
        return pictures;
    };
}"""


@every_lab_with_sliders
def test_a_cell_that_has_run_three_times_reacts_once(lab, number):
    """A cell that has run three times shows one lab, and reacts to a key once."""
    page = lab.page
    for _ in range(2):
        lab.evaluate(f"async lab => {{ await {RUN_AGAIN}(lab); }}")
        until(page, lambda: lab.locator("svg").count() > 0, "the lab is there again")
    lab = lab_named(page, number)
    lab.scroll_into_view_if_needed()
    output = lab.locator("xpath=ancestor::*[contains(@class, 'jp-OutputArea')][1]")
    assert output.locator(".sa-lab").count() == 1
    before = settled(lab)
    page.evaluate(COUNT)
    change(lab)
    assert settled(lab) != before
    assert page.evaluate("() => window.coursePictures()") == 1


MEMORY = """
import gc
import psutil
from ipywidgets.widgets import widget
gc.collect()
print(len(widget._instances), psutil.Process().memory_info().rss)
"""
LAID_OUT = f"{NOTEBOOK}.content.widgets.every(cell => cell.isAttached)"
MEGABYTE = 2**20


@pytest.mark.parametrize("number", ["02-contextual"])
def test_a_thousand_moves_leave_memory_flat(lab):
    page = lab.page
    page.wait_for_function(LAID_OUT)
    there_and_back = ["ArrowRight"] * 10 + ["ArrowLeft"] * 10
    first = settled(lab)
    handle = handle_of(next(sliders(lab)))
    handle.evaluate(HOLD, [there_and_back, 100, 60])  # what is made once is made now
    settled(lab)
    before = memory(lab)
    assert handle.evaluate(HOLD, [there_and_back, 1000, 60]) == 1000
    assert settled(lab) == first, "as many there as back"
    after = memory(lab)
    for what in ("widgets", "comms", "elements"):
        assert after[what] == before[what], what
    assert after["page"] <= before["page"] + 10
    assert after["nodes"] <= before["nodes"] + 50
    assert after["listeners"] <= before["listeners"] + 50
    # In the measurements that these limits come from, the page grew by 0.3 MB and the kernel by 0.04 MB.
    assert after["heap"] - before["heap"] < 2 * MEGABYTE
    assert after["kernel"] - before["kernel"] < 2 * MEGABYTE


def memory(lab):
    """What there is in the lab, in its page and in the kernel, after all have cleared away.

    Elements are those of the lab, none more and none less. In the rest of the page some of JupyterLab's own
    come and go.
    """
    page = lab.page
    instances, kernel = map(int, kernel_says(page, MEMORY).split())
    browser = page.context.new_cdp_session(page)
    browser.send("Performance.enable")
    browser.send("HeapProfiler.collectGarbage")
    metrics = {entry["name"]: entry["value"] for entry in browser.send("Performance.getMetrics")["metrics"]}
    browser.detach()
    return {
        "widgets": instances,
        "kernel": kernel,
        "comms": page.evaluate(f"{NOTEBOOK}.sessionContext.session.kernel._comms.size"),
        "elements": lab.evaluate("lab => lab.closest('.jp-OutputArea').querySelectorAll('*').length"),
        "page": page.evaluate("document.querySelectorAll('*').length"),
        "nodes": metrics["Nodes"],
        "listeners": metrics["JSEventListeners"],
        "heap": metrics["JSHeapUsedSize"],
    }
