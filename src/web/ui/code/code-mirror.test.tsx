import { json } from '@codemirror/lang-json'
import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CodeMirror } from './code-mirror.tsx'

it('typing replaces what is selected in the document, before the editor has learnt of the selection', () => {
  const onChange = vi.fn<(text: string) => void>()
  render(<CodeMirror value={'one\ntwo\nthree'} language={json()} attributes={{}} onChange={onChange} />)
  const content = document.querySelector('.cm-content')
  if (content === null) throw new Error('There is no editor.')
  const event = new InputEvent('beforeinput', {
    inputType: 'insertText',
    data: 'a\r\nb',
    cancelable: true,
    bubbles: true,
  })
  document.getSelection()?.selectAllChildren(content)
  content.dispatchEvent(event)
  expect(onChange).toHaveBeenLastCalledWith('a\nb')
  expect(event.defaultPrevented).toBe(true)
})
