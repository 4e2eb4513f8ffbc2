import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { toast } from '../../ui/toasts.tsx'
import { useUploadPicture } from './api.ts'
import { Setting } from './content-tab.tsx'
import styles from './status-pages.module.css'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.look
const pictures = ['logo', 'logoDark', 'favicon'] as const
const types = '.png,.jpg,.jpeg,.webp,.gif,.ico,.svg,image/*'
const maxBytes = 256 * 1024

interface PictureFieldsProps {
  readonly edited: EditedPage
  readonly statusPageId: string
}

/** The pictures of a page, by their addresses: those of uploaded files are set when they are stored. */
export function PictureFields({ edited, statusPageId }: PictureFieldsProps) {
  const mayUpload = useMay('createStatusPagePicture')
  return (
    <>
      {pictures.map((name) => (
        <div key={name} className={styles.picture}>
          <Setting edited={edited} name={name} label={words[name]} maxLength={2048} placeholder="https://" />
          {mayUpload && (
            <UploadButton
              label={words.upload(words[name])}
              statusPageId={statusPageId}
              onUploaded={(address) => edited.setSetting(name, address)}
            />
          )}
        </div>
      ))}
      <p className="small mute">{words.pictureHint}</p>
    </>
  )
}

interface UploadButtonProps {
  readonly label: string
  readonly statusPageId: string
  readonly onUploaded: (address: string) => void
}

/** Uploads a picture at once; the page shows it when it is saved. */
function UploadButton({ label, statusPageId, onUploaded }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadPicture()
  const send = (file: File | undefined): void => {
    if (input.current) input.current.value = ''
    if (file === undefined) return
    if (file.size > maxBytes) {
      toast({ text: words.tooLarge })
      return
    }
    upload.mutate(
      { params: { statusPageId }, body: file },
      {
        onSuccess: (answer) => {
          onUploaded(('existing' in answer ? answer.existing : answer).address)
          toast({ text: words.uploaded })
        },
        onError: toastError,
      },
    )
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={types}
        aria-label={label}
        onChange={(event) => send(event.target.files?.[0])}
      />
      <Button aria-label={label} isBusy={upload.isPending} onClick={() => input.current?.click()}>
        <Upload className="ic s" aria-hidden="true" />
        {words.uploadButton}
      </Button>
    </>
  )
}
