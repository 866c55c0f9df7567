// Times that run down: the house says how long and since when, and what its clock shows now.

let houseAhead = 0;

export const setHouseTime = (houseNow) => (houseAhead = houseNow - performance.now());

// When a clock of the house ends, in this page's own time.
export const endOf = (clock) => (clock?.at ? Date.parse(clock.at) + clock.seconds * 1000 - houseAhead : 0);

export function timebar(clock) {
  const bar = document.createElement("span");
  bar.className = "timebar";
  bar.setAttribute("aria-hidden", "true");
  bar.dataset.ends = endOf(clock);
  bar.dataset.whole = clock.seconds * 1000;
  return bar;
}

export function seconds(clock) {
  const place = document.createElement("span");
  place.className = "seconds";
  place.dataset.secondsTo = endOf(clock);
  return place;
}

function turn() {
  const now = performance.now();
  for (const bar of document.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Number(bar.dataset.ends) - now);
    bar.style.transform = `scaleX(${Math.min(1, left / Number(bar.dataset.whole))})`;
    bar.classList.toggle("short", left < 5000);
  }
  for (const place of document.querySelectorAll("[data-seconds-to]")) {
    place.textContent = `${Math.ceil(Math.max(0, Number(place.dataset.secondsTo) - now) / 1000)} s`;
  }
}
setInterval(turn, 200);
