import { expect, it } from 'vitest'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()

it('a link signs in once, and afterwards leads to the form with the reason', async () => {
  const link = await scene.signInLink()
  const page = await scene.open(link)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  expect(page.url()).toBe(`${scene.server.url}/`)
  const again = await scene.open(link)
  await again.getByText('was already used or has expired').waitFor()
  expect(await scene.violations(again)).toEqual([])
})

it('whoever is signed out sees the form, and after signing in the page that was asked for', async () => {
  const page = await scene.open('/checks?state=FAILING')
  await page.getByLabel('Password').waitFor()
  expect(page.url()).toContain('/sign-in?next=')
  await page.getByLabel('Email address').fill('nobody@example.com')
  await page.getByLabel('Password').fill('a wrong password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Incorrect email address or password.').waitFor()
  const link = await scene.signInLink()
  await page.goto(`${scene.server.url}/sign-in?next=%2Fchecks%3Fstate%3DFAILING${link.slice('/sign-in'.length)}`)
  await page.getByRole('heading', { name: 'Checks' }).waitFor()
  expect(page.url()).toBe(`${scene.server.url}/checks?state=FAILING`)
})

it('a link to another site in the address is not followed', async () => {
  const link = await scene.signInLink()
  const page = await scene.open(`/sign-in?next=%2F%2Fevil.example%2F${link.slice('/sign-in'.length)}`)
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})
