'use strict';
const $ = id => document.getElementById(id);
const root = document.documentElement;

/** Creates an element. Strings become text nodes, so no input is ever parsed as HTML. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name in element && typeof value !== 'string') element[name] = value;
    else element.setAttribute(name === 'className' ? 'class' : name, value === true ? '' : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}
/** The key of a service that `chatprint open` runs: only the page's own address has it. */
const ownKey = new URLSearchParams(location.hash.slice(1)).get('key');

/** Sends a request to the service. */
const ask = (address, options = {}) => fetch(address, ownKey ? { ...options, headers: { ...options.headers, Authorization: 'Bearer ' + ownKey } } : options);

/** The file name that a response states in any script (RFC 6266). */
function fileName(answer) {
  const field = answer.headers.get('Content-Disposition') ?? '', encoded = /filename\*=UTF-8''([^;]+)/i.exec(field)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(field)?.[1];
}
function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', '#i-' + name);
  svg.append(use);
  return svg;
}
