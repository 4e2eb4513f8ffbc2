import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { javascript as language } from '@codemirror/lang-javascript'
import type { Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'

/** TypeScript, which JavaScript is a part of, and what helps to write it. */
export const javascript: Extension = [
  language({ typescript: true }),
  closeBrackets(),
  autocompletion(),
  keymap.of([...closeBracketsKeymap, ...completionKeymap]),
]
