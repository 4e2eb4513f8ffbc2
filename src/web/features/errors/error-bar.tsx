import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { ListedError } from './api.ts'
import { StateButtons } from './state-buttons.tsx'

const words = lateTexts.errors

/** The actions on the selected errors. */
export const ErrorBar = ({
  errors,
  onClear,
}: {
  readonly errors: readonly ListedError[]
  readonly onClear: () => void
}) => (
  <SelectionBar label={words.selected(errors.length)}>
    <b role="status">{words.selected(errors.length)}</b>
    <StateButtons errors={errors} onDone={onClear} />
    <Button kind="ghost" onClick={onClear}>
      {words.clear}
    </Button>
  </SelectionBar>
)
