import { expect, it } from 'vitest'
import { chosenPlaces, codesAfter, placeOptions } from './place-choice.ts'
import { placesOf } from './use-places.ts'

const listed = (region: string, place: string, name = `${region} (${place})`) => ({ region, name, place })
const { all, nameOf, namesOf, labelsOf } = placesOf([
  listed('us-east-1', 'this machine'),
  listed('eu-west-1', 'this machine'),
  listed('eu-west-2', 'London', 'London'),
  listed('eu-west-3', 'eu-west-3', 'Paris'),
])

it('the locations of one machine are one place with one name', () => {
  expect(all.map(({ name, codes }) => [name, codes.length])).toEqual([
    ['This machine', 2],
    ['London', 1],
    ['Paris', 1],
  ])
  expect(['us-east-1', 'eu-west-1', 'this machine', 'eu-west-2', 'office'].map(nameOf)).toEqual([
    'This machine',
    'This machine',
    'This machine',
    'London',
    'office',
  ])
  expect(namesOf(['us-east-1', 'eu-west-1', 'office'])).toBe('This machine, office')
  expect([...labelsOf(['us-east-1', 'eu-west-1', 'eu-west-2']).values()]).toEqual([
    'This machine (us-east-1)',
    'This machine (eu-west-1)',
    'London',
  ])
})

it('a place is chosen by one code, and keeps the codes that it has', () => {
  const both = ['eu-west-1', 'us-east-1', 'gone']
  expect(chosenPlaces(all, both)).toEqual(['this machine'])
  expect(placeOptions(all, both).map(({ label }) => label)).toEqual([
    'This machine: us-east-1, eu-west-1',
    'London',
    'Paris',
  ])
  expect(codesAfter(all, both, ['this machine', 'London'])).toEqual([...both, 'eu-west-2'])
  expect(codesAfter(all, both, ['London'])).toEqual(['gone', 'eu-west-2'])
  expect(codesAfter(all, [], ['this machine'])).toEqual(['us-east-1'])
})
