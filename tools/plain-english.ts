import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bannedPhrases } from './banned-phrases.ts'

interface Text {
  readonly line: number
  readonly text: string
}

interface Source {
  readonly files: readonly string[]
  /** Folders and files that are generated, quoted from others or records of the past. */
  readonly except: readonly string[]
  readonly read: (content: string) => readonly Text[]
}

const code = ['src/**/*.{ts,tsx,css}', 'tests/**/*.ts', 'tools/**/*.{ts,mjs}', 'benches/**/*.ts', 'bin/**/*.mjs']

const sources: readonly Source[] = [
  {
    files: ['*.md', 'docs/**/*.md'],
    except: ['CHANGELOG.md', 'docs/decisions/', 'docs/errors.md', 'docs/schema.md'],
    read: prose,
  },
  {
    files: [
      'src/web/strings/en/*.ts',
      'src/contract/**/*.ts',
      'src/server/health/*.ts',
      'src/management/people/*-mails.ts',
    ],
    except: [],
    read: strings,
  },
  {
    files: code,
    except: ['src/storage/generated/', 'tests/golden/', 'tests/upgrade/', 'tools/banned-phrases.ts'],
    read: comments,
  },
]

/** Lists the banned phrases in documents, texts and comments of a tree, as `file:line: phrase: replacement`. */
export function foundPhrases(root: string): string[] {
  return sources.flatMap(({ files, except, read }) =>
    globSync([...files], { cwd: root })
      .filter((file) => !file.includes('.test.') && !except.some((start) => file.startsWith(start)))
      .flatMap((file) =>
        read(readFileSync(join(root, file), 'utf8')).flatMap(({ line, text }) =>
          bannedPhrases
            .filter(({ phrase, below = '' }) => file.startsWith(below) && phrase.test(text))
            .map(({ phrase, instead }) => `${file}:${line}: ${phrase.exec(text)?.[0] ?? ''}: ${instead}`),
        ),
      ),
  )
}

const lines = (content: string): Text[] => content.split('\n').map((text, index) => ({ line: index + 1, text }))

/** Markdown without blocks of code and without code in a line. */
function prose(content: string): Text[] {
  let isCode = false
  return lines(content).flatMap(({ line, text }) => {
    const isFence = text.trimStart().startsWith('```')
    if (isFence) isCode = !isCode
    return isFence || isCode ? [] : [{ line, text: text.replaceAll(/`[^`]*`/g, '`') }]
  })
}

const literal = /'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g
const isComment = (text: string): boolean => /^\s*(?:\/\/|\/?\*)/.test(text)

/** String literals of a line. */
function strings(content: string): Text[] {
  return lines(content)
    .filter(({ text }) => !isComment(text))
    .flatMap(({ line, text }) =>
      [...text.matchAll(literal)].map(([, quoted, template]) => ({ line, text: quoted ?? template ?? '' })),
    )
}

/** Comments that fill a line. */
function comments(content: string): Text[] {
  return lines(content).filter(({ text }) => isComment(text))
}

if (import.meta.main) {
  const found = foundPhrases(dirname(import.meta.dirname))
  for (const line of found) process.stdout.write(`${line}\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}
