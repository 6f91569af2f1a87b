// Hides what does not hold the words that are looked for. Without this file the page is whole.
const field = document.getElementById("find");
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/u).filter(Boolean);
  for (const one of document.querySelectorAll("[data-find]")) {
    one.hidden = !words.every((word) => one.dataset.find.includes(word));
  }
});
