"""Errors of the client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .contract.facts import VERSION

if TYPE_CHECKING:
    from .exchange import Reply


class NoAnswer(Exception):
    """A transport got no whole answer."""

    def __init__(self, reason: str, *, may_pass: bool = True) -> None:
        super().__init__(reason)
        self.may_pass = may_pass
        """False: a repeat cannot help, for example after a wrong certificate."""


class APIError(Exception):
    """Why an operation gave no value. Branch on `code`."""

    def __init__(
        self, code: str, request: str, what: str, *, reply: Reply | None = None, body: Any = None
    ) -> None:
        answer = body if isinstance(body, dict) else {}
        self.status: int = reply.status if reply else 0
        """The status of the answer. 0: no answer came."""
        self.code: str = _text_of(answer, "code") or code
        """A stable word: that of the API, such as `RUN_NOT_FOUND`. `HTTP_<status>` when another program
        answered, `FOREIGN` for a success in another form than the API's, `UNREACHABLE` when no answer came,
        `PATH_INVALID` for a value that a path cannot have.
        """
        words = ("message", "reason", "error_description")
        own = next((text for text in (_text_of(answer, word) for word in words) if text), None)
        self.message: str = own or f"{request} {what}"
        self.request: str = request
        """The method and the path, such as `GET /api/run/12`."""
        self.details: Any = answer.get("details", answer.get("problems"))
        """Particulars for programs: those of the API, or the problems of a refused benchmark."""
        self.request_id: str | None = _text_of(answer, "requestId")
        """Finds the request in the log of the API."""
        self.body: Any = body
        """The body: the value of JSON, or else the text."""
        self.reply: Reply | None = reply
        """The answer as it came."""
        self.hint: str | None = _text_of(answer, "hint") or _hint_of(self)
        """What to do next, where the client knows it."""
        super().__init__(self.message)

    @property
    def response_status_code(self) -> int:
        """The status, under the name that clients of Kiota use."""
        return self.status

    def __str__(self) -> str:
        facts = [self.code, *([f"request {self.request_id}"] if self.request_id else [])]
        problem = _problem_of(self.body)
        return f"{self.message}{problem} ({', '.join(facts)})" + (f". {self.hint}" if self.hint else "")


def _problem_of(body: Any) -> str:
    """The first error of a refused benchmark, with its line, for programs that print the error alone."""
    problems = body.get("problems") if isinstance(body, dict) else None
    errors = [each for each in problems or [] if each.get("severity") == "error"]
    return f": line {errors[0]['line']}: {errors[0]['message']}" if errors else ""


def _text_of(answer: dict[str, Any], name: str) -> str | None:
    value = answer.get(name)
    return value if isinstance(value, str) else None


def _hint_of(error: APIError) -> str | None:
    if error.code == "UNREACHABLE":
        return "Check the address, the network and the certificate"
    if error.code == "FOREIGN":
        return "Check the address: another program answered"
    if error.code == "UNAUTHORIZED":
        return "Give Credentials to the client, or renew them"
    # A gateway answers with an error of its own when the server does not have the operation.
    if error.code in ("HTTP_403", "HTTP_404", "HTTP_405", "ROUTE_NOT_FOUND", "PARAMETER_UNKNOWN"):
        return f"The server may not know this request: compare its config.version with this client, {VERSION}"
    return None
