"""The headers that tell the server who the caller is."""

from __future__ import annotations

import base64
import re
import time
from typing import TYPE_CHECKING
from urllib.parse import quote

from .configuration import AuthMethod, ClientConfiguration, Credentials
from .errors import APIError

if TYPE_CHECKING:
    from .calls import Caller
    from .exchange import Flow

#: Seconds before its end at which a token is replaced.
_EARLY_S = 30.0
#: Seconds after which another call may renew the token too.
_RENEWAL_S = 5.0


class Login:
    """The credentials of a client, and its token.

    Raises:
        ValueError: the credentials do not fit each other or the method.
        TypeError: the second argument of the client is a key instead of credentials.
    """

    def __init__(self, credentials: Credentials, configuration: ClientConfiguration) -> None:
        who = credentials
        if not isinstance(who, Credentials):
            raise TypeError("the client needs credentials: write Credentials(apikey=KEY)")
        self._credentials = who
        self._key_header = f"x-{configuration.service.lower()}-api-key"
        self._token = ""
        self._ends_at = 0.0
        self.method = configuration.auth_method or (AuthMethod.API_KEY if who.apikey else AuthMethod.BEARER)
        if who.password is not None and who.username is None:
            raise ValueError("provided password without username")
        self._key = (who.apikey or "").strip()
        if who.apikey is not None and not re.fullmatch("[!-~]+", self._key):
            raise ValueError("the API key is empty, or has a character that a header cannot have")
        if self.method is AuthMethod.API_KEY and who.apikey is None and who != Credentials():
            raise ValueError("AuthMethod.API_KEY needs Credentials(apikey=...)")
        if self.method is not AuthMethod.API_KEY and who.apikey is not None and who.username is None:
            raise ValueError(f"{self.method} does not use the API key: choose AuthMethod.API_KEY")
        if who.username is not None and who.password is None:
            raise ValueError("provided username without password")

    def headers(self, caller: Caller) -> Flow[dict[str, str]]:
        """The headers of the next request. Gets a token when the client has none, or when it ends soon."""
        who = self._credentials
        if self.method is AuthMethod.API_KEY:
            return {self._key_header: self._key} if self._key else {}
        if who.token is not None:
            token = who.token() if callable(who.token) else who.token
            return {"authorization": f"Bearer {token}"}
        if who.username is None:
            return {}
        if self.method is AuthMethod.BASIC:
            pair = base64.b64encode(f"{who.username}:{who.password}".encode()).decode()
            return {"authorization": f"Basic {pair}"}
        if time.monotonic() >= self._ends_at:
            # Calls at the same time use the old token meanwhile, which still lasts for a while.
            if self._token:
                self._ends_at = time.monotonic() + _RENEWAL_S
            yield from self._renew(caller)
        return {"authorization": f"Bearer {self._token}"}

    def _renew(self, caller: Caller) -> Flow[None]:
        where = yield from caller.call("GET", "/api/config/keycloak", is_open=True)
        url, realm, client = (where.get(name) or "" for name in ("url", "realm", "clientId"))
        if not url:
            raise APIError(
                "NO_LOGIN", "GET /api/config/keycloak", "names no place to log in: use an API key or BASIC"
            )
        who = self._credentials
        form = {
            "grant_type": "password",
            "client_id": client,
            "username": who.username,
            "password": who.password,
        }
        path = f"/realms/{quote(realm, safe='')}/protocol/openid-connect/token"
        issuer = caller.at(url)
        token = yield from issuer.call("POST", path, body=form, is_form=True, is_open=True)
        lasts_s = float(token.get("expires_in") or 60)
        self._token = token["access_token"]
        self._ends_at = time.monotonic() + max(lasts_s - _EARLY_S, lasts_s / 2)
