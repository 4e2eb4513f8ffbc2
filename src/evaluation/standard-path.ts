const scriptIndex = /\[\s*\(\s*@\.length\s*-\s*(\d{1,9})\s*\)\s*\]/y

/**
 * Rewrites the accepted spellings outside RFC 9535 into it: `$.[1].key` is `$[1].key`, and the script
 * `[(@.length-1)]` is `[-1]`. Quoted names stay untouched.
 */
export function standardPath(path: string): string {
  const parts: string[] = []
  for (let index = 0; index < path.length;) {
    const part = nextPart(path, index)
    index += part.read
    parts.push(part.written)
  }
  return parts.join('')
}

function nextPart(path: string, index: number): { read: number; written: string } {
  const char = path.charAt(index)
  if (char === '"' || char === "'") {
    const end = endOfQuote(path, index)
    return { read: end - index, written: path.slice(index, end) }
  }
  if (char === '.' && path[index + 1] === '[' && path[index - 1] !== '.') return { read: 1, written: '' }
  if (char !== '[') return { read: 1, written: char }
  scriptIndex.lastIndex = index
  const script = scriptIndex.exec(path)
  return script ? { read: script[0].length, written: `[-${Number(script[1])}]` } : { read: 1, written: char }
}

function endOfQuote(path: string, start: number): number {
  for (let index = start + 1; index < path.length; index++) {
    if (path[index] === '\\') index++
    else if (path[index] === path[start]) return index + 1
  }
  return path.length
}
