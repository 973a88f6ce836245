// Automatic checks of WCAG 2.2 AA, run inside the page. Each returns a list of faults.
(() => {
  const isShown = element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !element.closest('.hidden, [aria-hidden="true"]:not(.colors):not(.numbers)');
  const name = element => element.id || element.getAttribute('aria-label') || element.className || element.tagName;

  function parsed(color) {
    const parts = color.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    if (color.startsWith('color(srgb')) return [...parts.slice(0, 3).map(part => part * 255), parts[3] ?? 1];
    return [parts[0], parts[1], parts[2], parts[3] ?? 1];
  }
  const over = (top, under) => top.slice(0, 3).map((part, at) => part * top[3] + under[at] * (1 - top[3]));
  function ground(element) {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const color = parsed(getComputedStyle(at).backgroundColor);
      if (color[3] > 0) layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]);
  }
  function luminance(color) {
    const [r, g, b] = color.map(part => part / 255).map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function ratio(one, other) {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  }

  return {
    contrast() {
      const faults = new Set();
      const check = (element, color) => {
        const style = getComputedStyle(element), size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        const under = ground(element), got = ratio(over(parsed(color), under), under);
        if (got < (isLarge ? 3 : 4.5)) faults.add(`${name(element)} ${got.toFixed(2)} “${(element.textContent || element.value || '').trim().slice(0, 30)}”`);
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || ['SCRIPT', 'STYLE', 'OPTION'].includes(element.tagName)) continue;
        if (!isShown(element) || element.closest(':disabled')) continue;
        check(element, getComputedStyle(element).color);
      }
      for (const field of document.querySelectorAll('input[type=text], textarea, select')) {
        if (!isShown(field) || field.id === 'json') continue;
        check(field, getComputedStyle(field).color);
        if (field.placeholder) check(field, getComputedStyle(field, '::placeholder').color);
      }
      return [...faults];
    },
    edges() {
      const faults = [];
      for (const field of document.querySelectorAll('.top select, .choice label:has(:checked), #on')) {
        if (!isShown(field)) continue;
        const style = getComputedStyle(field);
        const color = style.borderTopWidth !== '0px' ? style.borderTopColor : style.boxShadow.match(/rgba?\([^)]*\)/)[0];
        const got = ratio(parsed(color).slice(0, 3), ground(field.parentElement));
        if (got < 3) faults.push(`${name(field)} ${got.toFixed(2)}`);
      }
      return faults;
    },
    targets() {
      const faults = [];
      for (const element of document.querySelectorAll('button, a, select, input, textarea')) {
        if (!isShown(element) && getComputedStyle(element).opacity !== '0' || !element.checkVisibility() || element.closest('.hidden') || element.matches('.hidden, .skip')) continue;
        const own = element.getBoundingClientRect();
        if (!own.width || own.width < 24 || own.height < 24) faults.push(`${name(element)} ${own.width} × ${own.height}`);
      }
      return faults;
    },
    references() {
      const faults = [], seen = new Set();
      for (const { id } of document.querySelectorAll('[id]')) {
        if (seen.has(id)) faults.push('duplicate id: ' + id);
        seen.add(id);
      }
      for (const attribute of ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'list']) {
        for (const element of document.querySelectorAll(`[${attribute}]`)) {
          for (const id of element.getAttribute(attribute).split(/\s+/)) if (!seen.has(id)) faults.push(`${attribute} of ${name(element)}: ${id}`);
        }
      }
      return faults;
    },
    /** The focused part of the page, whether the focus is visible, and the element's name. */
    focus() {
      const element = document.activeElement;
      if (!element || element === document.body) return [null, true, ''];
      const parts = ['.skip', '.top', '.looks', '#write', '#stage', '#style'];
      const place = parts.findIndex(part => element.closest(part));
      const isMarked = (one, pseudo) => {
        const style = getComputedStyle(one, pseudo);
        return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || (pseudo && style.boxShadow.includes('inset') && style.content !== 'none');
      };
      const near = [element, element.closest('label'), element.closest('.swatch'), element.closest('.look')?.querySelector('.frame')].filter(Boolean);
      const seen = near.some(one => isMarked(one)) || (element.id === 'json' && isMarked(document.getElementById('code'), '::after'));
      return [place, seen, name(element)];
    },
    /** Text and controls that overflow their panels. */
    spilled() {
      const faults = [];
      for (const panel of document.querySelectorAll('.panel, .top')) {
        if (!isShown(panel)) continue;
        const frame = panel.getBoundingClientRect();
        for (const element of panel.querySelectorAll('button, select, input, label, h1, h2, h3, p, output')) {
          if (!isShown(element) || element.closest('.editor, .desk')) continue;
          const box = element.getBoundingClientRect();
          if (box.width && (box.left < frame.left - 1 || box.right > frame.right + 1)) faults.push(`${name(element)} ${Math.round(box.left)}–${Math.round(box.right)} of ${Math.round(frame.left)}–${Math.round(frame.right)}`);
        }
      }
      return faults;
    },
  };
})()
