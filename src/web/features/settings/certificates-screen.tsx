import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { now } from '../../time/page-time.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { formatFullDay } from '../../ui/format.ts'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { Ago } from '../../ui/time.tsx'
import { useCertificates, useCreateCertificate, useDeleteCertificate } from './api.ts'
import type { Certificate } from './api.ts'
import { ResourceList } from './resource-list.tsx'
import { UsesOfCertificate } from './used-by.tsx'

const words = lateTexts.installation.certificates

/** Certificates for hosts that ask who is calling. Their keys are never shown. */
export function CertificatesScreen() {
  const remove = useDeleteCertificate()
  return (
    <ResourceList<Certificate>
      query={useCertificates()}
      words={words}
      mayChange={useMay('createClientCertificate')}
      nameOf={({ id }) => id}
      titleOf={({ host }) => host}
      columns={[
        { label: words.host, className: 'mono', content: ({ host, path }) => `${host}${path ?? ''}` },
        { label: words.expires, content: ({ expires_at }) => <Expiry at={expires_at} /> },
        { label: words.added, className: 'dim', content: ({ created_at }) => <Ago at={created_at} /> },
      ]}
      usesOf={({ id }) => <UsesOfCertificate id={id} />}
      onDelete={({ id }) => remove.mutate({ params: { id } }, { onError: toastError })}
      form={(_none, onClose) => <CertificateForm onClose={onClose} />}
      isEdited={false}
    />
  )
}

const dayMs = 86_400_000
const soonDays = 30

function Expiry({ at }: { readonly at: string }) {
  const days = Math.floor((Date.parse(at) - now()) / dayMs)
  if (days >= soonDays) return <span className="dim">{words.expiresAt(formatFullDay(at), days)}</span>
  return (
    <StatusLine>
      <Glyph state={days < 0 ? 'FAILING' : 'DEGRADED'} />
      {days < 0 ? words.expired(formatFullDay(at)) : words.expiresAt(formatFullDay(at), days)}
    </StatusLine>
  )
}

const names = ['host', 'path', 'cert', 'key', 'passphrase', 'ca'] as const
type Name = (typeof names)[number]
const isLong: ReadonlySet<Name> = new Set<Name>(['cert', 'key', 'ca'])
const isNeeded: ReadonlySet<Name> = new Set<Name>(['host', 'cert', 'key'])
const placeholders: Readonly<Partial<Record<Name, string>>> = {
  host: '*.internal.example',
  cert: '-----BEGIN CERTIFICATE-----',
  key: '-----BEGIN PRIVATE KEY-----',
}

function CertificateForm({ onClose }: { readonly onClose: () => void }) {
  const [values, setValues] = useState<Readonly<Partial<Record<Name, string>>>>({})
  const create = useCreateCertificate()
  const { host = '', cert = '', key = '', path, passphrase, ca } = values
  const save = (): void =>
    create.mutate(
      { body: { host, cert, key, ...(path && { path }), ...(passphrase && { passphrase }), ...(ca && { ca }) } },
      { onSuccess: onClose },
    )
  return (
    <DialogForm title={words.new} submit={words.add} isBusy={create.isPending} onSubmit={save} onClose={onClose}>
      <ErrorNote error={create.error} />
      {names.map((name) => (
        <TextField
          key={name}
          label={words.fields[name]}
          hint={words.hints[name]}
          value={values[name] ?? ''}
          onChange={(value) => setValues({ ...values, [name]: value })}
          error={create.error?.fields[name]}
          isRequired={isNeeded.has(name)}
          isMono
          {...(isLong.has(name) && { rows: 4 })}
          {...(placeholders[name] !== undefined && { placeholder: placeholders[name] })}
          {...(name === 'passphrase' && { type: 'password', autoComplete: 'new-password' })}
        />
      ))}
    </DialogForm>
  )
}
