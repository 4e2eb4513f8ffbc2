/** In JSON, a lone half of a surrogate pair is always escaped, as U+0000 is. */
const unstorable = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/g

/** JSON that jsonb can hold: without U+0000, which a target may well send, and half characters, which cutting leaves. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value)
  return /\\u(?:0000|d[89a-f])/.test(text) ? text.replaceAll(unstorable, '$1\\ufffd') : text
}
