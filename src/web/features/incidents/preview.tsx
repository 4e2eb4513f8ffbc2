import { useMutation } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import type { ApiError } from '../../api/api-error.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DocumentFrame } from '../../ui/document-frame.tsx'
import { Empty } from '../../ui/states.tsx'
import { TabList } from '../../ui/tabs.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { previewUpdate } from './api.ts'
import type { Preview, PreviewBody } from './api.ts'

const words = lateTexts.incidents

/** Shows an update as readers and subscribers would get it; null: there is nothing to show yet. */
export function PreviewButton({ body }: { readonly body: PreviewBody | null }) {
  const preview = useMutation<Preview, ApiError, PreviewBody>({ mutationFn: previewUpdate, onError: toastError })
  const may = useMay('previewIncidentOfPages')
  if (!may) return null
  return (
    <>
      <Button disabled={body === null} isBusy={preview.isPending} onClick={() => body && preview.mutate(body)}>
        {words.preview}
      </Button>
      {preview.data && <PreviewDialog preview={preview.data} onClose={preview.reset} />}
    </>
  )
}

const PreviewDialog = ({ preview, onClose }: { readonly preview: Preview; readonly onClose: () => void }) => (
  <Dialog title={words.previewTitle} isWide onClose={onClose}>
    {preview.page === null || preview.mail === null ? (
      <Empty title={words.nowhere}>{words.noPreview}</Empty>
    ) : (
      <Tabs.Root defaultValue="page">
        <TabList isInForm aria-label={words.previewTitle}>
          <Tabs.Trigger value="page">{words.asPage}</Tabs.Trigger>
          <Tabs.Trigger value="mail">{words.asMail}</Tabs.Trigger>
          <Tabs.Trigger value="text">{words.asPlainText}</Tabs.Trigger>
        </TabList>
        <Tabs.Content value="page" className="mt12">
          <DocumentFrame title={words.asPage} text={preview.page} />
        </Tabs.Content>
        <Tabs.Content value="mail" className="mt12">
          <p className="pb">
            <span className="label">{words.subject}</span> {preview.mail.subject}
          </p>
          <DocumentFrame title={words.asMail} text={preview.mail.html} />
        </Tabs.Content>
        <Tabs.Content value="text" className="mt12">
          <pre className="mono multiline">{preview.mail.text}</pre>
        </Tabs.Content>
      </Tabs.Root>
    )}
    <div className="acts">
      <Button onClick={onClose}>{texts.common.close}</Button>
    </div>
  </Dialog>
)
