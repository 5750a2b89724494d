// Package validate is like the one for rules of protovalidate.
package validate
