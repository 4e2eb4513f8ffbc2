import { RangeSet, StateField } from '@codemirror/state'
import type { EditorState, Extension, Range } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'

class MarkedGutter extends GutterMarker {
  override readonly elementClass = 'hl'
}

const line = Decoration.line({ class: 'hl' })
const gutter = new MarkedGutter()

/** Numbers of lines, from 1, that stand out: where a script failed. Lines that there are not have no mark. */
export function lineMarks(numbers: readonly number[]): Extension {
  if (numbers.length === 0) return []
  return StateField.define({
    create: (state) => marksIn(state, numbers),
    update: (marks, transaction) => (transaction.docChanged ? marksIn(transaction.state, numbers) : marks),
    provide: (field) => [
      EditorView.decorations.from(field, ({ lines }) => lines),
      gutterLineClass.from(field, ({ gutters }) => gutters),
    ],
  })
}

function marksIn({ doc }: EditorState, numbers: readonly number[]) {
  const starts = numbers
    .filter((number) => number >= 1 && number <= doc.lines)
    .map((number) => doc.line(number).from)
    .toSorted((a, b) => a - b)
  const at = <T extends Decoration | GutterMarker>(value: T): Range<T>[] =>
    starts.map((from) => value.range(from) as Range<T>)
  return { lines: Decoration.set(at(line)), gutters: RangeSet.of(at<GutterMarker>(gutter)) }
}
