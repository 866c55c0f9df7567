// Follows a table: views as they change, and what happened in between. The browser itself comes back after a break.

export function follow(table, { onView, onEvent, onLink }) {
  const source = new EventSource(`/api/tables/${encodeURIComponent(table)}/events`);
  source.onopen = () => onLink(true);
  source.onerror = () => {
    onLink(false);
    // A refusal ends the stream for good; ask again after a while.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => follow(table, { onView, onEvent, onLink }), 4000);
  };
  source.addEventListener("view", (message) => {
    const said = JSON.parse(message.data);
    onView(said.table, Date.parse(said.now));
  });
  for (const name of TOLD) source.addEventListener(name, (message) => onEvent(name, JSON.parse(message.data)));
}

// The events that a reader is told of in words; what else happened shows in the view.
const TOLD = ["boxes_opened", "street_dealt", "turn", "acted", "croupier_turned", "awards_decided", "hand_settled", "hand_abandoned", "seat_freed"];
