package main

import (
	"fmt"

	"github.com/microsoft/kiota-abstractions-go/serialization"
)

// The type of each field to read from a record: text, int32, int64, bool, or the shape of the records in a list.
type shape map[string]any

// A record that is read and written as the models of a generated client are: each field by the function for its type.
type record struct {
	shape  shape
	values map[string]any
}

func text(values map[string]any) *record { return &record{values: values} }

func (of shape) factory(serialization.ParseNode) (serialization.Parsable, error) {
	return &record{shape: of, values: map[string]any{}}, nil
}

func (r *record) GetFieldDeserializers() map[string]func(serialization.ParseNode) error {
	readers := map[string]func(serialization.ParseNode) error{}
	for name, kind := range r.shape {
		readers[name] = r.reader(name, kind)
	}
	return readers
}

func (r *record) reader(name string, kind any) func(serialization.ParseNode) error {
	return func(node serialization.ParseNode) error { return r.read(name, kind, node) }
}

func (r *record) read(name string, kind any, node serialization.ParseNode) error {
	if of, isList := kind.(shape); isList {
		list, err := node.GetCollectionOfObjectValues(of.factory)
		r.values[name] = list
		return err
	}
	var err error
	switch kind {
	case "text":
		r.values[name], err = held(node.GetStringValue())
	case "int32":
		r.values[name], err = held(node.GetInt32Value())
	case "int64":
		r.values[name], err = held(node.GetInt64Value())
	case "bool":
		r.values[name], err = held(node.GetBoolValue())
	default:
		err = fmt.Errorf("%s has no reader for %v", name, kind)
	}
	return err
}

// The value behind a pointer. nil when the field is null.
func held[T any](value *T, err error) (any, error) {
	if value == nil || err != nil {
		return nil, err
	}
	return *value, nil
}

func (r *record) Serialize(writer serialization.SerializationWriter) error {
	for name, value := range r.values {
		var err error
		switch value := value.(type) {
		case string:
			err = writer.WriteStringValue(name, &value)
		case int64:
			err = writer.WriteInt64Value(name, &value)
		default:
			err = fmt.Errorf("%s has no writer for %T", name, value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
