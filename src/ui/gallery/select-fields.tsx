import { SelectField } from '../field/select-field.tsx'

const options = ['Bouwkunde', 'HBO-ICT', 'Werktuigbouwkunde'].map((name) => <option key={name}>{name}</option>)

export const SelectFields = () => (
  <>
    <SelectField label="Studierichting">{options}</SelectField>
    <SelectField label="Nog niets gekozen" defaultValue="">
      <option value="">Kies een studierichting</option>
      {options}
    </SelectField>
    <SelectField label="Niet te wijzigen" disabled>
      {options}
    </SelectField>
    <SelectField label="Een lange keuze">
      <option>
        Een studierichting met een naam die zo lang is dat een smalle telefoon hem niet op één regel kwijt kan
      </option>
    </SelectField>
  </>
)
