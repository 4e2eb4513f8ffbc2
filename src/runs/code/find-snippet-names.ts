/** A string literal that ends like the path of a file in the folder of snippets, or next to the file that imports it. */
const literals = [/'([^'\\\n]{1,300})'/g, /"([^"\\\n]{1,300})"/g, /`([^`\\\n]{1,300})`/g]

/**
 * The names that snippets imported by a script may have: of the files in `./snippets/`, and for a snippet also of those
 * next to it. A name that no snippet has is none. Linear in the length of the script.
 */
export function findSnippetNames(script: string, from: 'script' | 'snippet'): Set<string> {
  const names = new Set<string>()
  if (!script.includes('./')) return names
  for (const literal of literals)
    for (const [, path = ''] of script.matchAll(literal)) {
      const name = nameIn(path, from)
      if (name === null) continue
      names.add(name)
      // A file may be imported with its ending.
      if (name.endsWith('.js')) names.add(name.slice(0, -'.js'.length))
    }
  return names
}

function nameIn(path: string, from: 'script' | 'snippet'): string | null {
  const [, name] = (from === 'snippet' ? nextTo : inFolder).exec(path) ?? []
  return name ?? null
}

const inFolder = /^\.{1,2}\/(?:[^/]+\/)*snippets\/([^/]+)$/
const nextTo = /^\.{1,2}\/(?:(?:[^/]+\/)*snippets\/)?([^/]+)$/
