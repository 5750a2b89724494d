package main

import "github.com/seed-8298af95/uuid/internal/judge"

// checkBytes reports IDs whose bytes are not those of UUIDs in network order.
func (c *column) checkBytes(p product) {
	for _, v := range c.sample.report.Verdicts {
		switch v.Kind {
		case judge.WrongOrder:
			c.report(checkOrder, wrong, "storing.md#byte-order", "",
				"%d of %d values are in %v. Programs that read them in network order, as uuid.UUID and "+
					"uuid.Binary do, get different IDs and no error. %s",
				v.Count, v.Of, v.Order, c.fixOrder(p, v.Order))
		case judge.TwoOrders:
			c.report(checkWriters, wrong, "storing.md#byte-order", "",
				"%d of %d values are in %v, and the others in %v: two programs write this column, and each "+
					"gets wrong IDs, but no error, when it reads the other's rows. Find the program that writes the "+
					"wrong order, and correct the program and its rows.",
				v.Count, v.Of, v.Order, c.sample.report.Order)
		case judge.CutText:
			c.report(checkCut, wrong, "storing.md#sizes", "",
				"%d of %d values are text truncated to 16 characters. The lost characters cannot be restored "+
					"from this column.",
				v.Count, v.Of)
		case judge.ULIDs:
			if c.sample.main.form == judge.Base32 {
				continue // as text, ULIDs are what they seem to be
			}
			c.report(checkULID, warning, "recipes.md#from-ulid-ksuid-and-typeid-libraries", "",
				"%d of %d values are ULIDs: they begin with the time, but contain no version. They sort like "+
					"version 7, but Time, masks and validators do not accept them.",
				v.Count, v.Of)
		case judge.GoogleV6:
			c.report(checkPast, warning, "moving.md#from-googleuuid-gofrsuuid-and-satorigouuid", c.exampleOfVersion(6),
				"%s; %s.",
				v.What, v.Do)
		}
	}
}

// fixOrder returns what to do about an order of bytes.
func (c *column) fixOrder(p product, o judge.Order) string {
	if c.sample.main.form != judge.Bytes {
		return "A program converted bytes in this order to text as if they were in network order: correct the " +
			"program and the rows."
	}
	switch o {
	case judge.Microsoft:
		return "Declare the field as uuid.GUID, or use uuid.FromBytesLE."
	case judge.UUIDToBin1:
		if p == mySQL {
			return "Read the IDs with BIN_TO_UUID(id, 1), and compare them with UUID_TO_BIN(?, 1)."
		}
		return "The linked page shows how to correct the rows."
	case judge.JavaLegacy:
		return "Reverse each half of the 16 bytes."
	}
	return "Swap the two halves of the 16 bytes."
}

// hasOtherBytes reports whether the bytes are not those of UUIDs in network order, so their versions
// and times mean nothing.
func (c *column) hasOtherBytes() bool {
	for _, v := range c.sample.report.Verdicts {
		switch v.Kind {
		case judge.WrongOrder, judge.TwoOrders, judge.CutText, judge.ULIDs, judge.GoogleV6:
			return true
		}
	}
	r := &c.sample.report
	return r.Versions[0]*10 > r.Other() // random bits, or a different kind of ID
}
