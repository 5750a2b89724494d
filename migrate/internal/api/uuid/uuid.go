// Package uuid stands for github.com/seed-8298af95/uuid where rewritten code is type-checked.
// TestStandIns writes it: go test -run TestStandIns -update
package uuid

import (
	"database/sql/driver"
	"hash"
	"io"
	"time"
)

func AppendTypeID(b []byte, prefix string, u UUID) ([]byte, error) { panic(0) }

const Base32 Encoding = 6

const Base58 Encoding = 7

const Base64URL Encoding = 8

type Binary [16]byte

func (Binary) MarshalBSONValue() (typ byte, data []byte, err error) { panic(0) }

func (*Binary) UnmarshalBSONValue(typ byte, data []byte) error { panic(0) }

func (Binary) IsNil() bool { panic(0) }

func (Binary) IsZero() bool { panic(0) }

func (Binary) Compare(v Binary) int { panic(0) }

func (Binary) Time() (time.Time, bool) { panic(0) }

func (*Binary) Scan(src any) error { panic(0) }

func (Binary) Value() (driver.Value, error) { panic(0) }

func (Binary) String() string { panic(0) }

func (Binary) AppendText(b []byte) ([]byte, error) { panic(0) }

func (Binary) MarshalText() ([]byte, error) { panic(0) }

func (*Binary) UnmarshalText(b []byte) error { panic(0) }

func (*Binary) UnmarshalParam(param string) error { panic(0) }

func (Binary) AppendBinary(b []byte) ([]byte, error) { panic(0) }

func (Binary) MarshalBinary() ([]byte, error) { panic(0) }

func (*Binary) UnmarshalBinary(b []byte) error { panic(0) }

const Braced Encoding = 2

const Canonical Encoding = 0

const Compact Encoding = 1

const Decimal Encoding = 4

type Domain uint8

func (Domain) String() string { panic(0) }

const DomainGroup Domain = 1

const DomainOrg Domain = 2

const DomainPerson Domain = 0

type Encoding uint8

func (Encoding) Encode(u UUID) string { panic(0) }

func (Encoding) Append(b []byte, u UUID) []byte { panic(0) }

func (Encoding) Decode(s string) (u UUID, err error) { panic(0) }

var ErrClockLead error

var ErrClockRollback error

var ErrTimeRange error

type FileStore struct {
}

func (*FileStore) Load() (st State, err error) { panic(0) }

func (*FileStore) Save(st State) error { panic(0) }

func FillV4[U ~[16]byte](dst []U) { panic(0) }

func FillV7[U ~[16]byte](dst []U) { panic(0) }

func FromBytes(b []byte) (UUID, error) { panic(0) }

func FromUint64s(hi uint64, lo uint64) (u UUID) { panic(0) }

type GUID [16]byte

func (GUID) MarshalBSONValue() (typ byte, data []byte, err error) { panic(0) }

func (*GUID) UnmarshalBSONValue(typ byte, data []byte) error { panic(0) }

func (GUID) UUID() UUID { panic(0) }

func (GUID) IsNil() bool { panic(0) }

func (GUID) IsZero() bool { panic(0) }

func (*GUID) Scan(src any) error { panic(0) }

func (GUID) Value() (driver.Value, error) { panic(0) }

func (GUID) Compare(h GUID) int { panic(0) }

func (GUID) String() string { panic(0) }

func (GUID) AppendText(b []byte) ([]byte, error) { panic(0) }

func (GUID) MarshalText() ([]byte, error) { panic(0) }

func (*GUID) UnmarshalText(b []byte) error { panic(0) }

func (*GUID) UnmarshalParam(param string) error { panic(0) }

func (GUID) AppendBinary(b []byte) ([]byte, error) { panic(0) }

func (GUID) MarshalBinary() ([]byte, error) { panic(0) }

func (*GUID) UnmarshalBinary(b []byte) error { panic(0) }

type Generator struct {
}

func (*Generator) State() State { panic(0) }

func (*Generator) Close() error { panic(0) }

func (*Generator) NewV1() (u UUID, err error) { panic(0) }

func (*Generator) NewV4() (UUID, error) { panic(0) }

func (*Generator) FillV4(dst []UUID) (n int, err error) { panic(0) }

func (*Generator) NewV6() (u UUID, err error) { panic(0) }

func (*Generator) NewV7() (u UUID, err error) { panic(0) }

func (*Generator) FillV7(dst []UUID) (n int, err error) { panic(0) }

type HashSpace uint8

func (HashSpace) ID() UUID { panic(0) }

const HashSpaceSHA2_224 HashSpace = 1

const HashSpaceSHA2_256 HashSpace = 2

const HashSpaceSHA2_384 HashSpace = 3

const HashSpaceSHA2_512 HashSpace = 4

const HashSpaceSHA2_512_224 HashSpace = 5

const HashSpaceSHA2_512_256 HashSpace = 6

const HashSpaceSHA3_224 HashSpace = 7

const HashSpaceSHA3_256 HashSpace = 8

const HashSpaceSHA3_384 HashSpace = 9

const HashSpaceSHA3_512 HashSpace = 10

const HashSpaceSHAKE_128 HashSpace = 11

const HashSpaceSHAKE_256 HashSpace = 12

type ID[T any] [16]byte

func (ID[T]) UUID() UUID { panic(0) }

func (ID[T]) String() string { panic(0) }

func (ID[T]) AppendText(b []byte) ([]byte, error) { panic(0) }

func (ID[T]) MarshalText() ([]byte, error) { panic(0) }

func (*ID[T]) UnmarshalText(b []byte) error { panic(0) }

func (*ID[T]) UnmarshalParam(param string) error { panic(0) }

func (ID[T]) AppendBinary(b []byte) ([]byte, error) { panic(0) }

func (ID[T]) MarshalBinary() ([]byte, error) { panic(0) }

func (*ID[T]) UnmarshalBinary(b []byte) error { panic(0) }

func (ID[T]) Compare(other ID[T]) int { panic(0) }

func (ID[T]) IsNil() bool { panic(0) }

func (ID[T]) IsZero() bool { panic(0) }

func (ID[T]) Time() (time.Time, bool) { panic(0) }

func (*ID[T]) Scan(src any) error { panic(0) }

func (ID[T]) Value() (driver.Value, error) { panic(0) }

func (ID[T]) MarshalBSONValue() (typ byte, data []byte, err error) { panic(0) }

func (*ID[T]) UnmarshalBSONValue(typ byte, data []byte) error { panic(0) }

type Mask struct {
}

func (*Mask) Hide(u UUID) (v UUID, err error) { panic(0) }

func (*Mask) Reveal(u UUID) (v UUID, err error) { panic(0) }

func (Mask) String() string { panic(0) }

func (Mask) GoString() string { panic(0) }

func Max() UUID { panic(0) }

func MaxV6(t time.Time) UUID { panic(0) }

func MaxV7(t time.Time) UUID { panic(0) }

func MinV6(t time.Time) UUID { panic(0) }

func MinV7(t time.Time) UUID { panic(0) }

func MustParse(s string) UUID { panic(0) }

func NamespaceDNS() UUID { panic(0) }

func NamespaceOID() UUID { panic(0) }

func NamespaceURL() UUID { panic(0) }

func NamespaceX500() UUID { panic(0) }

func New() UUID { panic(0) }

func NewFileStore(path string) *FileStore { panic(0) }

func NewGenerator(opts Options) (*Generator, error) { panic(0) }

func NewID[T any]() ID[T] { panic(0) }

func NewMask(key []byte, tweak []byte) (*Mask, error) { panic(0) }

func NewV1() (u UUID) { panic(0) }

func NewV1At(t time.Time) (UUID, error) { panic(0) }

func NewV2(domain Domain, id uint32) UUID { panic(0) }

func NewV3[T ~string | ~[]byte](namespace UUID, name T) (u UUID) { panic(0) }

func NewV4() (u UUID) { panic(0) }

func NewV5[T ~string | ~[]byte](namespace UUID, name T) (u UUID) { panic(0) }

func NewV6() (u UUID) { panic(0) }

func NewV6At(t time.Time) (UUID, error) { panic(0) }

func NewV7() (u UUID) { panic(0) }

func NewV7At(t time.Time) (UUID, error) { panic(0) }

func NewV8(data [16]byte) UUID { panic(0) }

func NewV8Fields(customA uint64, customB uint16, customC uint64) (UUID, error) { panic(0) }

func NewV8Hash[T ~string | ~[]byte](h hash.Hash, namespace UUID, name T) (u UUID) { panic(0) }

func NewV8Name[T ~string | ~[]byte](space HashSpace, namespace UUID, name T) (u UUID) { panic(0) }

func NewV9(opts V9Options) (UUID, error) { panic(0) }

func Nil() UUID { panic(0) }

type Node [6]byte

func (Node) String() string { panic(0) }

type Null struct {
	UUID  UUID
	Valid bool
}

func (Null) MarshalBSONValue() (typ byte, data []byte, err error) { panic(0) }

func (*Null) UnmarshalBSONValue(typ byte, data []byte) error { panic(0) }

func (Null) IsZero() bool { panic(0) }

func (*Null) Scan(src any) error { panic(0) }

func (Null) Value() (driver.Value, error) { panic(0) }

func (Null) String() string { panic(0) }

func (Null) AppendText(b []byte) ([]byte, error) { panic(0) }

func (Null) MarshalText() ([]byte, error) { panic(0) }

func (*Null) UnmarshalText(b []byte) error { panic(0) }

func (*Null) UnmarshalParam(param string) error { panic(0) }

func (Null) AppendBinary(b []byte) ([]byte, error) { panic(0) }

func (Null) MarshalBinary() ([]byte, error) { panic(0) }

func (*Null) UnmarshalBinary(b []byte) error { panic(0) }

func (Null) MarshalJSON() ([]byte, error) { panic(0) }

func (*Null) UnmarshalJSON(b []byte) error { panic(0) }

const OID Encoding = 5

type Options struct {
	Now         func() time.Time
	Rand        io.Reader
	Node        Node
	ClockSeq    *uint16
	V7          V7Method
	MaxRollback time.Duration
	Rollback    RollbackPolicy
	MaxLead     time.Duration
	MaxWait     time.Duration
	Store       Store
}

func Parse(s string) (u UUID, err error) { panic(0) }

func ParseBytes(b []byte) (u UUID, err error) { panic(0) }

type ParseError struct {
	Input  string
	Offset int
	Reason string
}

func (*ParseError) Error() string { panic(0) }

func ParseID[T any](s string) (id ID[T], err error) { panic(0) }

func ParseStrict(s string) (u UUID, err error) { panic(0) }

func ParseTypeID(s string) (prefix string, u UUID, err error) { panic(0) }

func RandomNode() (n Node) { panic(0) }

const RollbackError RollbackPolicy = 2

const RollbackFollow RollbackPolicy = 0

const RollbackHold RollbackPolicy = 1

type RollbackPolicy uint8

type State struct {
	Ticks uint64
	V7    UUID
}

type Store interface {
	Load() (State, error)
	Save(State) error
}

const URN Encoding = 3

type UUID [16]byte

func (UUID) MarshalBSONValue() (typ byte, data []byte, err error) { panic(0) }

func (*UUID) UnmarshalBSONValue(typ byte, data []byte) error { panic(0) }

func (UUID) String() string { panic(0) }

func (UUID) URN() string { panic(0) }

func (UUID) AppendText(b []byte) ([]byte, error) { panic(0) }

func (UUID) MarshalText() ([]byte, error) { panic(0) }

func (UUID) AppendBinary(b []byte) ([]byte, error) { panic(0) }

func (UUID) MarshalBinary() ([]byte, error) { panic(0) }

func (*UUID) UnmarshalText(b []byte) error { panic(0) }

func (*UUID) UnmarshalParam(param string) error { panic(0) }

func (*UUID) UnmarshalBinary(b []byte) error { panic(0) }

func (*UUID) Scan(src any) error { panic(0) }

func (UUID) Value() (driver.Value, error) { panic(0) }

func (UUID) GUID() GUID { panic(0) }

func (UUID) Uint64s() (hi uint64, lo uint64) { panic(0) }

func (UUID) Compare(v UUID) int { panic(0) }

func (UUID) Version() Version { panic(0) }

func (UUID) Variant() Variant { panic(0) }

func (UUID) IsNil() bool { panic(0) }

func (UUID) IsZero() bool { panic(0) }

func (UUID) IsMax() bool { panic(0) }

func (UUID) IsRFC9562() bool { panic(0) }

func (UUID) Time() (time.Time, bool) { panic(0) }

func (UUID) ClockSeq() (uint16, bool) { panic(0) }

func (UUID) Node() (Node, bool) { panic(0) }

func (UUID) DCE() (Domain, uint32, bool) { panic(0) }

func V1ToV6(u UUID) (UUID, error) { panic(0) }

func V6ToV1(u UUID) (UUID, error) { panic(0) }

const V7Counter V7Method = 1

type V7Method uint8

const V7Precise V7Method = 0

const V7Random V7Method = 2

const V7Unordered V7Method = 3

type V9Options struct {
	Prefix    string
	Timestamp time.Time
	Unordered bool
	Checksum  bool
	Version   bool
	Legacy    bool
}

func Valid(s string) bool { panic(0) }

type Variant uint8

func (Variant) String() string { panic(0) }

const VariantFuture Variant = 3

const VariantMicrosoft Variant = 2

const VariantNCS Variant = 0

const VariantRFC9562 Variant = 1

func VerifyV9(u UUID) bool { panic(0) }

type Version uint8
