"""Mails: headers, bodies, attachments, and messages within messages."""

from email.message import EmailMessage

from desktop_agent.knowledge.loaders.load import load


def mail(subject, text="", html=""):
    made = EmailMessage()
    made["Subject"], made["From"], made["To"] = subject, "A <a@example.org>", "b@example.org"
    made["Date"] = "Tue, 02 Jan 2024 03:04:05 +0000"
    if text:
        made.set_content(text)
    if html:
        made.add_alternative(html, subtype="html") if text else made.set_content(
            html, subtype="html"
        )
    return made


def test_headers_stand_on_top_and_give_title_and_date():
    loaded = load(mail("Grüße from the sea", "It rises.").as_bytes(), "a.eml")
    assert (loaded.title, loaded.date) == ("Grüße from the sea", "2024-01-02")
    assert loaded.text == (
        "Subject: Grüße from the sea\nFrom: A <a@example.org>\nTo: b@example.org\n"
        "Date: Tue, 02 Jan 2024 03:04:05 +0000\n\nIt rises."
    )


def test_the_plain_text_is_taken_where_there_is_one_and_html_where_there_is_none():
    loaded = load(mail("x", "Plain.", "<p>Rich.</p>").as_bytes(), "a.eml")
    assert "Plain." in loaded.text
    assert "Rich." not in loaded.text
    made = mail("x", html="<p>Rich <b>text</b>.</p><script>no</script>")
    assert load(made.as_bytes(), "a.eml").text.endswith("Rich **text**.")


def test_attached_files_are_named_and_a_message_is_a_part_with_its_subject():
    made = mail("outer", "Forwarded.")
    made.add_attachment(b"secret", maintype="application", subtype="pdf", filename="a.pdf")
    made.add_attachment("more", filename="b.txt")
    made.add_attachment(mail("inner", "The sea falls."))
    loaded = load(made.as_bytes(), "a.eml")
    assert "Attachments: a.pdf, b.txt" in loaded.text
    assert "more" not in loaded.text
    assert [part.label for part in loaded.parts] == ["", "inner"]
    assert loaded.text.index("The sea falls.") > loaded.parts[1].start


def test_malformed_headers_do_not_cost_the_text():
    body = b"Subject: =?utf-8?b?%%%?=\nFrom: <<>>,,;@\nDate: never\nContent-Type: text/plain; charset=\xff\n\nIt rises."
    assert load(body, "a.eml").text.endswith("It rises.")
