import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { Compartment, EditorState } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { highlighting } from './highlighting.ts'
import { lineMarks } from './marks.ts'
import './code-mirror.css'

export interface CodeMirrorProps {
  readonly value: string
  readonly language: Extension
  /** Attributes of the element that has the focus: its name, and what describes it. */
  readonly attributes: Readonly<Record<string, string>>
  /** Absent: the text is read only. */
  readonly onChange?: (text: string) => void
  readonly isWrapped?: boolean
  readonly marks?: readonly number[]
  /** The number of the first line. */
  readonly firstLine?: number
  /** Lines that an editor shows when it is empty. */
  readonly rows?: number
  /** Takes the focus, at this position, from the plain field that it replaces. */
  readonly focusAt?: number | null
}

const none: readonly number[] = []
const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? ''

/** A text with lines and colours. What it shows is text, whatever it contains. */
export function CodeMirror(props: CodeMirrorProps) {
  const { value, language, onChange, isWrapped = false, marks = none, rows, focusAt, firstLine = 1 } = props
  const holder = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const parts = useRef({ wrap: new Compartment(), marks: new Compartment(), attributes: new Compartment() })
  const latest = useRef({ onChange, value })
  latest.current = { onChange, value }
  const attributes = JSON.stringify(props.attributes)
  const isEditable = onChange !== undefined
  useEffect(() => {
    if (holder.current === null) return undefined
    const made = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EditorView.cspNonce.of(nonce()),
          lineNumbers({ formatNumber: (number) => String(number + firstLine - 1) }),
          highlighting,
          language,
          parts.current.wrap.of([]),
          parts.current.marks.of([]),
          parts.current.attributes.of([]),
          isEditable ? editing((text) => latest.current.onChange?.(text)) : reading,
        ],
      }),
    })
    view.current = made
    return () => {
      made.destroy()
      view.current = null
    }
  }, [language, isEditable, firstLine])
  useEffect(() => {
    const shown = view.current
    if (shown === null || shown.state.doc.toString() === value) return
    shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    const { wrap, marks: marked, attributes: named } = parts.current
    const given = JSON.parse(attributes) as Readonly<Record<string, string>>
    view.current?.dispatch({
      effects: [
        wrap.reconfigure(isWrapped ? EditorView.lineWrapping : []),
        marked.reconfigure(lineMarks(marks)),
        named.reconfigure(EditorView.contentAttributes.of(given)),
      ],
    })
  }, [isWrapped, marks, attributes, language, isEditable, firstLine])
  useEffect(() => {
    const shown = view.current
    if (shown === null || focusAt === null || focusAt === undefined) return
    shown.focus()
    shown.dispatch({ selection: { anchor: Math.min(focusAt, shown.state.doc.length) } })
    // Once, when it replaces the plain field.
  }, [])
  const height = rows === undefined ? undefined : { '--rows': rows }
  return <div ref={holder} className={`cm${isEditable ? ' edits' : ''}`} style={height as React.CSSProperties} />
}

/**
 * Replaces the selection. Otherwise the browser would merge the lines with inline styles, which the policy of the page
 * forbids. The document is asked for the selection, because the editor learns of a new one only a moment later.
 */
function typeOverSelection(event: InputEvent, view: EditorView): boolean {
  if (view.composing || event.inputType !== 'insertText' || event.data === null) return false
  const { from, to } = selectedRange(view)
  if (from === to) return false
  const { data } = event
  const text = view.state.toText(data)
  const selection = { anchor: from + text.length }
  const insert = () => view.state.update({ changes: { from, to, insert: text }, selection, userEvent: 'input.type' })
  const isHandled = view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert))
  if (!isHandled) view.dispatch(insert())
  event.preventDefault()
  return true
}

function selectedRange(view: EditorView): { readonly from: number; readonly to: number } {
  const selection = view.contentDOM.ownerDocument.getSelection()
  const { anchorNode, focusNode } = selection ?? {}
  const isInside = view.contentDOM.contains(anchorNode ?? null) && view.contentDOM.contains(focusNode ?? null)
  if (!selection || !anchorNode || !focusNode || !isInside) return view.state.selection.main
  const ends = [view.posAtDOM(anchorNode, selection.anchorOffset), view.posAtDOM(focusNode, selection.focusOffset)]
  return { from: Math.min(...ends), to: Math.max(...ends) }
}

const editing = (onChange: (text: string) => void): Extension => [
  history(),
  drawSelection(),
  highlightActiveLine(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  indentOnInput(),
  bracketMatching(),
  // Enter with the key of shortcuts belongs to the screen.
  keymap.of([{ key: 'Mod-Enter', run: () => true }]),
  // Escape, then Tab leaves the editor: see `keymap` of CodeMirror.
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  EditorView.domEventHandlers({ beforeinput: typeOverSelection }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange(state.doc.toString())
  }),
]

const reading: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false)]
