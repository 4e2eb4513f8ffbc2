import { useMutation } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import type { ApiError } from '../../api/api-error.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DocumentFrame } from '../../ui/document-frame.tsx'
import { TabList } from '../../ui/tabs.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { previewReport } from './api.ts'
import type { PreviewedReport, ReportPreview } from './api.ts'

const words = lateTexts.reports.scheduled

/** Shows the mail as it would be sent now. */
export function PreviewButton({ body }: { readonly body: PreviewedReport }) {
  const preview = useMutation<ReportPreview, ApiError, PreviewedReport>({
    mutationFn: previewReport,
    onError: toastError,
  })
  return (
    <>
      <Button size="small" isBusy={preview.isPending} onClick={() => preview.mutate(body)}>
        {words.preview}
      </Button>
      {preview.data && <PreviewDialog mail={preview.data} onClose={preview.reset} />}
    </>
  )
}

const PreviewDialog = ({ mail, onClose }: { readonly mail: ReportPreview; readonly onClose: () => void }) => (
  <Dialog title={words.previewTitle} isWide onClose={onClose}>
    <p className="pb">
      <span className="label">{words.subject}</span> {mail.subject}
    </p>
    <Tabs.Root defaultValue="mail">
      <TabList isInForm aria-label={words.previewTitle}>
        <Tabs.Trigger value="mail">{words.asMail}</Tabs.Trigger>
        <Tabs.Trigger value="text">{words.asText}</Tabs.Trigger>
      </TabList>
      <Tabs.Content value="mail" className="mt12">
        <DocumentFrame title={words.asMail} text={mail.html} />
      </Tabs.Content>
      <Tabs.Content value="text" className="mt12">
        <pre className="mono multiline">{mail.text}</pre>
      </Tabs.Content>
    </Tabs.Root>
    <div className="acts">
      <Button onClick={onClose}>{texts.common.close}</Button>
    </div>
  </Dialog>
)
