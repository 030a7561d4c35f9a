"""An irregular op's arguments as its element function has them: for each a field of a struct, and how it is filled in.

Knows the C++ types of functors/operand.h and plan/operands.h, and no op.
"""

from dataclasses import dataclass
from typing import Final

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op.asked.taken import CPP_KEYWORDS
from tt_devtools.new_op.kinds.any_schema.signature import names_dims
from tt_opspec.schema import Arg, Schema

BYTES: Final = {"Operand": 120, "OperandList": 968, "IntList": 112}
MOST_BYTES: Final = 4096
"""Of a CUDA kernel's arguments."""
_INITIAL: Final = {"double": " = 0", "int64_t": " = 0", "bool": " = false"}


@dataclass(frozen=True, slots=True)
class Field:
    """A member of the struct. `type` is "" for what stays on the host, `says` where nothing is to be said of that.

    `value` fills it in from `call`.
    """

    name: str
    type: str
    value: str
    says: str

    @property
    def member(self) -> str:
        """Its declaration."""
        return f"  {self.type} {self.name}{_INITIAL.get(self.type, '')};  // {self.says}\n"


def fields(schema: Schema) -> tuple[Field, ...]:
    """One for each argument in order, then one for each result; a Failure for what cannot be a field."""
    found = [_argument(schema, index, arg) for index, arg in enumerate(schema.args)]
    for index, name in enumerate(result_names(schema)):
        if name in CPP_KEYWORDS:
            raise Failure(f"{schema.name}: the result's name '{name}' is a C++ keyword", code=MISUSED)
        found.append(Field(name, "Operand", f"result_operand(*plan.results[{index}])", "result"))
    size = sum(BYTES.get(each.type, 16) for each in found)
    if size > MOST_BYTES:
        what = f"the arguments take {size} bytes, of {MOST_BYTES} that a CUDA kernel has"
        raise Failure(f"{schema.name}: {what}", hint="fewer lists of tensors", code=MISUSED)
    return tuple(found)


def result_names(schema: Schema) -> tuple[str, ...]:
    """The results' own names, else `result`, or `result0` and so on."""
    several = len(schema.returns) > 1
    taken = {arg.name for arg in schema.args}
    names = [each.name or (f"result{i}" if several else "result") for i, each in enumerate(schema.returns)]
    return tuple(f"{name}_result" if name in taken else name for name in names)


def first_tensor(schema: Schema) -> int:
    """The place of the tensor that is always there, whose shape the results have."""
    return next(
        index
        for index, arg in enumerate(schema.args)
        if arg.type == "Tensor" and arg.list_size is None and not arg.optional
    )


def is_dtype(arg: Arg) -> bool:
    """Whether it says of which dtype the results are."""
    return arg.type == "ScalarType" and arg.name == "dtype" and arg.optional and arg.list_size is None


def _argument(schema: Schema, index: int, arg: Arg) -> Field:
    slot, says = f"call.args[{index}]", arg.type_text
    one = arg.list_size is None

    def made(kind: str, value: str) -> Field:
        return Field(arg.name, kind, value, says)

    match arg.type:
        case "Tensor":
            if one:
                return made("Operand", f"operands.tensor({slot})")
            return made("OperandList", f"operands.tensors({slot})")
        case "int" if not one:
            return made("IntList", f"int_list({slot})")
        case "int" if names_dims(arg) and not arg.optional:
            return made("int64_t", f"wrap_dim({slot}.i, call.args[{first_tensor(schema)}].tensor->ndim())")
        case "int" | "bool" if one and arg.optional:
            return made("Maybe<int64_t>", f"maybe_int({slot})")
        case "int" if one:
            return made("int64_t", f"{slot}.i")
        case "bool" if one:
            return made("bool", f"{slot}.i != 0")
        case "float" | "Scalar" if one:
            if arg.optional:
                return made("Maybe<double>", f"maybe_float({slot})")
            return made("double", f"{slot}.scalar().real()")
        case "str":
            return made("", "")
        case _ if is_dtype(arg):
            return Field(arg.name, "", "", "")
        case _:
            hint = "Tensor, int, float, bool, Scalar, str and `ScalarType? dtype`, optional ones, Tensor[] and int[]"
            what = f"'{arg.name}' is a {says}, which no kernel takes"
            raise Failure(f"{schema.name}: {what}", hint=hint, code=MISUSED)
