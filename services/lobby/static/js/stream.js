// Follows a table: views as they change, and what happened in between. The browser itself comes back after a break.

// `after` is the last event that is not wanted again; what is returned ends it.
export function follow(table, { onView, onEvent, onLink }, { after = "", more = [] } = {}) {
  let last = after;
  let source = null;
  let again = 0;
  const open = () => {
    source = new EventSource(`/api/tables/${encodeURIComponent(table)}/events${last && `?after=${last}`}`);
    source.onopen = () => onLink(true);
    source.onerror = () => {
      onLink(false);
      // A refusal ends the stream for good; ask again after a while, for what came after the last event that was had.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(open, 4000);
    };
    source.addEventListener("view", (message) => {
      const said = JSON.parse(message.data);
      last ||= String(said.table.last_event);
      onView(said.table, Date.parse(said.now));
    });
    for (const name of [...TOLD, ...more]) {
      source.addEventListener(name, (message) => {
        last = message.lastEventId;
        onEvent(name, JSON.parse(message.data));
      });
    }
  };
  open();
  return () => {
    clearTimeout(again);
    source.close();
  };
}

// The events that a reader is told of in words; what else happened shows in the view.
const TOLD = [
  "boxes_opened", "turn", "acted", "croupier_turned", "awards_decided", "hand_settled", "hand_abandoned", "hand_voided",
  "draw_opened", "cards_changed", "stood_pat", "count_told", "announced", "holding_tabled", "holding_conceded", "holding_demanded",
  "misdeal", "referred_to_floor", "ruled",
];
