"""Formulas and boxes that stand in scripts and form controls."""

from tests.unit.web.extract.markdown.converting import markdown_of


def test_boxes_of_a_task_list_are_text():
    html = "<ul><li class=task-list-item><input type=checkbox checked> a<li><input type=checkbox disabled>b</ul>"
    assert markdown_of(html) == "- [x] a\n- [ ] b"


def test_boxes_that_the_reader_ticks_are_not():
    assert markdown_of("<ul><li><input type=checkbox> in stock<li>x</ul>") == "- in stock\n- x"


def test_scripts_that_are_no_formulas_stay_unseen():
    assert markdown_of("<p>a<script>x_1</script><script type='text/x-tex'>b</script>c") == "ac"


def test_a_formula_never_ends_early():
    assert (
        markdown_of("<p><script type='math/tex'> \\text{5$} \n x </script>") == "$\\text{5\\$} x$"
    )
