package checked

import "errors"

func (m *Request) Validate() error { return m.validate(false) }

func (m *Request) validate(all bool) error {
	if err := m._validateUuid(m.GetId()); err != nil {
		return err
	}
	for _, item := range m.GetIds() {
		if err := m._validateUuid(item); err != nil {
			return err
		}
	}
	for _, item := range m.GetNames() {
		if len(item) == 0 {
			return errors.New("empty")
		}
	}
	if m.OwnerId != nil {
		if err := m._validateUuid(m.GetOwnerId()); err != nil {
			return err
		}
	}
	return nil
}

func (m *Request) _validateUuid(uuid string) error { return nil }

// Older versions have one method.
func (m *User) Validate() error { return m._validateUuid(m.GetId()) }

func (m *User) _validateUuid(uuid string) error { return nil }
