import { json as language, jsonParseLinter } from '@codemirror/lang-json'
import { linter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'

export const json: Extension = language()

/** Marks where a text is not valid JSON. */
export const checkedJson: Extension = [language(), linter(jsonParseLinter())]
