"""Sends what the service has committed: nobody else in the process publishes anything."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from shared.journal.ports import Committed, Outgoing, StoreUnavailable, StreamMoved
from shared.runtime.health import Health
from shared.runtime.patience import BrokerAway
from shared.runtime.publisher import Sender, Sent
from shared.runtime.wiring import Wiring
from shared.telemetry import logs, traffic

BATCH: Final = 50
PAUSE_SECONDS_MIN: Final = 0.1
PAUSE_SECONDS_MAX: Final = 5.0
ROUNDS_SKIPPED: Final = 8
"""How often a message that no queue takes is passed over, so that it does not keep the others waiting."""


@dataclass(slots=True, kw_only=True)
class Relay:
    """One thread that empties one service's outbox, woken by each commit and by the clock."""

    wiring: Wiring
    sender: Sender
    health: Health
    _wake: threading.Event = field(default_factory=threading.Event, init=False)
    _stopping: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)
    _passed_over: OrderedDict[str, int] = field(default_factory=OrderedDict, init=False)
    _away: bool = field(default=False, init=False)

    def start(self) -> None:
        """Begin to send, first what was left unsent before."""
        self.wiring.store.on_commit(self._committed)
        self._thread = threading.Thread(target=self._run, name=f"{self.wiring.service}-relay", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Send what is committed, if that can be done at once, and end."""
        self._stopping.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()

    def refuse_if_away(self) -> None:
        """Raise `BrokerAway` when the last try to send failed."""
        if self._away:
            raise BrokerAway("the last batch was not confirmed")

    def send_batch(self) -> int:
        """Claim, publish, wait for the confirms, mark; return how many messages were confirmed."""
        with self.wiring.store.relay() as outbox:
            claimed = outbox.claim_unsent(BATCH + len(self._passed_over))
            batch = [message for message in claimed if not self._pass_over(message)][:BATCH]
            if not batch:
                return 0
            sent = self.sender.send(batch)
            outbox.mark_sent(sent.confirmed)
        self._note(sent)
        return len(sent.confirmed)

    def _run(self) -> None:
        pause = PAUSE_SECONDS_MIN
        while True:
            self.health.turned("relay")
            self._wake.clear()
            try:
                while self.send_batch():
                    pause, self._away = PAUSE_SECONDS_MIN, False
            except (BrokerAway, StoreUnavailable, StreamMoved) as failure:
                self._note_away(failure)
                if self._stopping.is_set():
                    break
                self._stopping.wait(pause)
                pause = min(pause * 2, PAUSE_SECONDS_MAX)
                continue
            except Exception as failure:  # the thread's edge: a relay that ended would stop the house without a word
                logs.get(service=self.wiring.service).error(
                    "relay failed", error=type(failure).__name__, where=logs.where(failure)
                )
                self.sender.drop()
                self._stopping.wait(PAUSE_SECONDS_MAX)
            if self._stopping.is_set():
                break
            self._wake.wait(self.wiring.settings.relay_poll_seconds)
        self.sender.drop()
        self.health.ended("relay")

    def _committed(self, left: Committed) -> None:
        if left.messages:
            self._wake.set()

    def _pass_over(self, message: Outgoing) -> bool:
        rounds = self._passed_over.get(message.message_id, 0)
        if rounds > 1:
            self._passed_over[message.message_id] = rounds - 1
            return True
        self._passed_over.pop(message.message_id, None)
        return False

    def _note(self, sent: Sent) -> None:
        service = self.wiring.service
        traffic.record_published(service=service, count=len(sent.confirmed))
        for reason, message_ids in (("no_queue", sent.unroutable), ("refused", sent.refused)):
            for message_id in message_ids:
                self._passed_over[message_id] = ROUNDS_SKIPPED
                traffic.record_publish_failure(service=service, reason=reason)
                logs.get(service=service).error("not sent", reason=reason, message_id=message_id)

    def _note_away(self, failure: Exception) -> None:
        self._away = isinstance(failure, BrokerAway)
        reason = "broker_away" if self._away else "database_away"
        traffic.record_publish_failure(service=self.wiring.service, reason=reason)
        logs.get(service=self.wiring.service).warning("relay waits", reason=reason, error=str(failure))
