import type { Extension } from '@codemirror/state'

/** How a text is highlighted. `log` is the log of a run; `checkedJson` also marks mistakes. */
export type CodeLanguage = 'javascript' | 'json' | 'checkedJson' | 'log' | 'text'

const languages: Readonly<Record<CodeLanguage, () => Promise<Extension>>> = {
  javascript: async () => (await import('./javascript.ts')).javascript,
  json: async () => (await import('./json.ts')).json,
  checkedJson: async () => (await import('./json.ts')).checkedJson,
  log: async () => (await import('./log.ts')).log,
  text: () => Promise.resolve([]),
}

export const loadLanguage = (language: CodeLanguage): Promise<Extension> => languages[language]()

/** JSON where a text looks like JSON; anything else is not guessed. */
export const languageOf = (text: string): CodeLanguage => (/^\s*[[{]/.test(text) ? 'json' : 'text')
