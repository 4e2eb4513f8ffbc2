import { fireEvent } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderScreen } from '../testing/index.ts'

const command = `curl 'https://shop.example/orders?page=2' -u robot:geheim -H 'content-type: application/json' --data-raw '{"a":1}' -kL`
const request = {
  method: 'POST',
  url: 'https://shop.example/orders',
  bodyType: 'JSON',
  body: '{"a":1}',
  queryParameters: [{ key: 'page', value: '2' }],
  basicAuth: { username: 'robot', password: 'geheim' },
  followRedirects: true,
  skipSSL: true,
}

it('a curl command that is pasted fills a request, and one that is wrong says why', async () => {
  const api = new FakeApi()
  const { page, user, violations } = await renderScreen('/checks/new', { api })
  await user.click(page.getByRole('button', { name: 'Paste curl' }))
  const write = (text: string) => fireEvent.change(page.getByLabelText('Command'), { target: { value: text } })
  write(`${command} -F a=b`)
  await user.click(page.getByRole('button', { name: 'Import' }))
  page.getByText(/^-F is not supported/)
  expect(await violations()).toEqual([])
  write(command)
  await user.click(page.getByRole('button', { name: 'Import' }))
  expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('POST shop.example/orders')
  await user.click(page.getByRole('button', { name: 'Create' }))
  expect(api.sentOf('createCheckGeneric')).toMatchObject([{ body: { checkType: 'API', request } }])
})

it('a curl command that is pasted into the URL of a check fills its request and keeps its name', async () => {
  const api = new FakeApi()
  const { page, user, fill } = await renderScreen('/checks/new', { api })
  await user.click(page.getByRole('button', { name: /^API/ }))
  await fill(page.getByLabelText('Name'), 'Orders')
  await user.clear(page.getByLabelText('URL'))
  await user.paste('curl ftp://shop.example')
  page.getByText(/^ftp:\/\/shop\.example is neither http nor https/)
  await user.paste(command)
  await user.click(page.getByRole('button', { name: 'Create' }))
  expect(api.sentOf('createCheckGeneric')).toMatchObject([{ body: { name: 'Orders', request } }])
})
