import { act } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Replaces what is in a field at once, as by pasting; an editor of code takes the place of its field meanwhile. */
export async function fillField(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field)
  const { EditorView } = await import('@codemirror/view')
  const shown = field.isConnected ? field : document.getElementById(field.id)
  const editor = shown && EditorView.findFromDOM(shown)
  if (editor) return act(() => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } }))
  await user.clear(field)
  if (text !== '') await user.paste(text)
}
