import { syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tagHighlighter, tags } from '@lezer/highlight'

/** The colours of the design, as classes of the style sheet, so that they follow the theme. */
export const highlighting: Extension = syntaxHighlighting(
  tagHighlighter([
    { tag: [tags.keyword, tags.propertyName, tags.tagName, tags.attributeName], class: 'code-key' },
    { tag: [tags.string, tags.regexp, tags.special(tags.string)], class: 'code-str' },
    { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'code-num' },
    { tag: tags.comment, class: 'code-com' },
    { tag: tags.invalid, class: 'code-err' },
    { tag: tags.annotation, class: 'code-warn' },
  ]),
)
