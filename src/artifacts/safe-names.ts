const maxCharacters = 200
const maxBytes = 255

/** Controls, formats such as the override of the text direction, private and unassigned characters. */
const unsafe = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}|]/gu

/** Names of files that are made from the result itself. */
const derived = ['run.log', 'response-body.txt', 'response-body.bin', 'response-data.txt']

/**
 * Names of the files of one run, each different: relative paths with slashes, without `.` and `..`, at most 255 bytes of
 * well-formed UTF-8. They are shown and offered for download; no file of the server is named after them.
 */
export function safeNames(names: readonly string[]): string[] {
  const used = new Set(derived)
  return names.map((name) => {
    const safe = safeName(name)
    let unique = safe
    for (let number = 2; used.has(unique.toLowerCase()); number += 1) unique = numbered(safe, number)
    used.add(unique.toLowerCase())
    return unique
  })
}

function safeName(name: string): string {
  const parts = name
    .slice(-4 * maxCharacters)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replaceAll(unsafe, '_')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  return shortened(parts.join('/')) || 'file'
}

/** The end of a name says more than its start: it has the extension. */
function shortened(name: string): string {
  let characters = Array.from(name).slice(-maxCharacters)
  while (Buffer.byteLength(characters.join('')) > maxBytes - 8) characters = characters.slice(1)
  return characters.join('').replace(/^[/\s]+/, '')
}

function numbered(name: string, number: number): string {
  const [, stem = name, extension = ''] = /^(.*?[^/])(\.[^./]*)?$/su.exec(name) ?? []
  return `${stem} (${number})${extension}`
}
