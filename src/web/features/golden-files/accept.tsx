import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { toast } from '../../ui/toasts.tsx'
import { useSetGoldenFile } from './api.ts'
import type { Comparison } from './api.ts'

const words = lateTexts.goldenFiles

interface Acceptance {
  readonly act: () => void
  readonly isBusy: boolean
}

/** Makes the actual file the golden one, which can be undone; null where there is nothing to accept, or the role may not. */
export function useAcceptance(
  checkId: string,
  resultId: string | null,
  comparison: Comparison | undefined,
): Acceptance | null {
  const may = useMay('setGoldenFile')
  const change = useSetGoldenFile()
  if (!may || resultId === null || comparison === undefined) return null
  const { path, actual } = comparison
  const params = { id: checkId }
  const act = (): void =>
    change.mutate(
      { params, body: { path, resultId, name: actual.name } },
      {
        onError: toastError,
        onSuccess: ({ previousKey }) =>
          toast({
            text: words.accepted(path),
            undo: () => change.mutate({ params, body: { path, key: previousKey } }, { onError: toastError }),
          }),
      },
    )
  return { act, isBusy: change.isPending }
}

export const AcceptButton = ({ acceptance }: { readonly acceptance: Acceptance | null }) =>
  acceptance && (
    <Button kind="primary" size="small" isBusy={acceptance.isBusy} onClick={acceptance.act}>
      {words.accept}
      <kbd aria-hidden="true">A</kbd>
    </Button>
  )
