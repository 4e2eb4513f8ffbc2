import { json } from '@codemirror/lang-json'
import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CodeMirror } from './code-mirror.tsx'

it('typing replaces what the browser says is selected, before the editor has learnt of the selection', () => {
  const onChange = vi.fn<(text: string) => void>()
  render(<CodeMirror value={'one\ntwo\nthree'} language={json()} attributes={{}} onChange={onChange} />)
  const content = document.querySelector('.cm-content')
  if (content === null) throw new Error('There is no editor.')
  const all = { startContainer: content, startOffset: 0, endContainer: content, endOffset: content.childNodes.length }
  const event = new InputEvent('beforeinput', {
    inputType: 'insertText',
    data: 'a\r\nb',
    cancelable: true,
    bubbles: true,
  })
  // The DOM of tests knows no ranges of input.
  content.dispatchEvent(Object.assign(event, { getTargetRanges: () => [all] }))
  expect(onChange).toHaveBeenLastCalledWith('a\nb')
  expect(event.defaultPrevented).toBe(true)
})
