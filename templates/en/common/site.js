// Searching the journal: hides the lines that do not hold every word written. The page is its own index.
(function () {
  var form = document.getElementById('search'), input = document.getElementById('q'), out = document.getElementById('found');
  if (!form || !out) return;
  function fold(s) { return s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase(); }
  var turns = [].map.call(document.querySelectorAll('.told'), function (turn) {
    return { node: turn, lines: [].map.call(turn.querySelectorAll('li'), function (li) { return { node: li, text: fold(li.textContent) }; }) };
  });
  function search() {
    var words = fold(input.value).split(/\s+/).filter(Boolean), found = 0;
    turns.forEach(function (turn) {
      var any = false;
      turn.lines.forEach(function (line) {
        var hit = words.every(function (w) { return line.text.indexOf(w) >= 0; });
        line.node.hidden = !hit;
        any = any || hit;
        found += hit ? 1 : 0;
      });
      turn.node.hidden = words.length > 0 && !any;
    });
    out.textContent = words.length === 0 ? '' : found === 0 ? out.dataset.none : found === 1 ? out.dataset.one : out.dataset.many.replace('#', found);
  }
  form.addEventListener('submit', function (e) { e.preventDefault(); search(); });
  input.addEventListener('input', search);
  input.value = new URLSearchParams(location.search).get('q') || '';
  search();
})();
