import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useFeedTrial } from './api.ts'
import type { FeedTrial } from './api.ts'
import { FeedState } from './feed-state.tsx'
import type { PartFeed } from './page-draft.ts'

const words = lateTexts.statusPages.feeds

interface FeedDialogProps {
  readonly before: PartFeed | null
  readonly onChoose: (feed: PartFeed) => void
  readonly onClose: () => void
}

/** Chooses the page of a provider, and what of it is followed: its address is tried before. */
export function FeedDialog({ before, onChoose, onClose }: FeedDialogProps) {
  const [url, setUrl] = useState(before?.url ?? '')
  const [component, setComponent] = useState(before?.component ?? '')
  const trial = useFeedTrial()
  const found = trial.data
  const isFound = found !== undefined && found.problem === null
  const submit = (): void => {
    if (found === undefined || found.problem !== null) trial.mutate(url)
    else {
      onChoose({ url: found.url, component: component === '' ? null : component })
      onClose()
    }
  }
  const change = (text: string): void => {
    setUrl(text)
    trial.reset()
  }
  return (
    <DialogForm
      title={words.title}
      submit={isFound ? words.follow : words.tryIt}
      isBusy={trial.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ErrorNote error={trial.error} />
      <TextField
        label={words.address}
        hint={words.addressHint}
        value={url}
        maxLength={1024}
        error={found?.problem ? words.problems[found.problem] : undefined}
        onChange={change}
        isMono
        isRequired
        autoFocus
      />
      {isFound && <Found found={found} component={component} onChange={setComponent} />}
    </DialogForm>
  )
}

interface FoundProps {
  readonly found: FeedTrial
  readonly component: string
  readonly onChange: (component: string) => void
}

function Found({ found, component, onChange }: FoundProps) {
  const chosen = found.components.find(({ id }) => id === component)
  const options = [
    { value: '', label: words.whole },
    ...found.components.map(({ id, name, group }) => ({
      value: id,
      label: group === null ? name : `${group} / ${name}`,
    })),
  ]
  return (
    <>
      <SelectField label={words.component} value={chosen ? component : ''} options={options} onChange={onChange} />
      <p className="row wrap" role="status">
        <b className="anywhere">{chosen?.name ?? found.name}</b>
        <FeedState state={(chosen ?? found).state} />
      </p>
    </>
  )
}
