import { Suspense } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { useSearchState } from '../../ui/search-state.ts'
import { Loading } from '../../ui/states.tsx'
import type { CheckDraft } from '../../check-forms/check-draft.ts'

const CheckCodeBlocks = lazyOptional(
  async () => (await import('../../check-code/check-code-blocks.tsx')).CheckCodeBlocks,
)
const words = lateTexts.editor
const shapes = ['form', 'code'] as const
type Shape = (typeof shapes)[number]

/** Whether the form is shown or what it stands for in code; the address keeps it. */
export function useShape(): readonly [Shape, (shape: Shape) => void] {
  const [search, change] = useSearchState()
  const shape = shapes.find((one) => one === search['as']) ?? 'form'
  return [shape, (next) => change({ as: next === 'form' ? '' : next })]
}

export const ShapeChoice = ({
  shape,
  onChange,
}: {
  readonly shape: Shape
  readonly onChange: (shape: Shape) => void
}) => (
  <Segmented
    label={words.editAs}
    value={shape}
    options={shapes.map((value) => ({ value, label: words.shapes[value] }))}
    onChange={onChange}
  />
)

/** Code that creates the check in the form. */
export const DraftCode = ({ type, body }: { readonly type: string; readonly body: CheckDraft }) => (
  <Suspense fallback={<Loading />}>
    <CheckCodeBlocks check={{ ...body, checkType: type, name: body.name ?? '' }} />
  </Suspense>
)
