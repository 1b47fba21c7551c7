// Searching the journal: hides the lines that do not hold every word written, and marks the words in the
// others. The page is its own index.
(function () {
  var form = document.getElementById('search'), input = document.getElementById('q'), out = document.getElementById('found');
  if (!form || !out) return;
  function fold(s) { return s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase(); }
  var turns = [].map.call(document.querySelectorAll('.told'), function (turn) {
    return { node: turn, lines: [].map.call(turn.querySelectorAll('li'), function (li) { return { node: li, text: fold(li.textContent) }; }) };
  });
  function unmark(line) {
    if (!line.marked) return;
    [].forEach.call(line.node.querySelectorAll('mark'), function (m) { m.replaceWith(m.textContent); });
    line.node.normalize();
    line.marked = false;
  }
  // Folding may change how many characters there are: at[i] is where the i-th of them comes from.
  function marks(text, words) {
    var folded = '', at = [], on = [];
    text.split('').forEach(function (c, i) {
      var f = fold(c);
      folded += f;
      for (var k = 0; k < f.length; k++) at.push(i);
    });
    words.forEach(function (w) {
      for (var i = folded.indexOf(w); i >= 0; i = folded.indexOf(w, i + w.length))
        for (var k = at[i]; k <= at[i + w.length - 1]; k++) on[k] = true;
    });
    return on;
  }
  function mark(line, words) {
    var texts = document.createTreeWalker(line.node, NodeFilter.SHOW_TEXT), nodes = [];
    while (texts.nextNode()) nodes.push(texts.currentNode);
    nodes.forEach(function (node) {
      var text = node.data, on = marks(text, words), parts = document.createDocumentFragment(), from = 0;
      for (var i = 1; i <= text.length; i++) {
        if (i < text.length && !on[i] === !on[from]) continue;
        var part = text.slice(from, i), m = on[from] && document.createElement('mark');
        if (m) m.textContent = part;
        parts.appendChild(m || document.createTextNode(part));
        from = i;
      }
      if (on.length) node.replaceWith(parts);
    });
    line.marked = true;
  }
  function search() {
    var words = fold(input.value).split(/\s+/).filter(Boolean), found = 0;
    turns.forEach(function (turn) {
      var any = false;
      turn.lines.forEach(function (line) {
        var hit = words.every(function (w) { return line.text.indexOf(w) >= 0; });
        line.node.hidden = !hit;
        unmark(line);
        if (hit && words.length) mark(line, words);
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
