// Made of src/contract by `npm run clients`: do not edit.

export interface PeopleGroup {
  name: string
  user_ids: string[]
}
